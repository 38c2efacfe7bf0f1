import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { twilioCodes } from '@carillon/twilio';
import { advice, adviceOn } from './advice';

const elsewhere = [
  'apps/dispatcher/src/planning/page-layout.ts',
  'apps/dispatcher/src/ledger/apply.ts',
  'apps/dispatcher/src/breakers/hopeless.ts',
  'libs/contracts/src/audience.ts',
  'apps/email-worker/src/replies/smtp-replies.ts',
  'apps/whatsapp-worker/src/speak.ts',
].map((path) => readFileSync(join(__dirname, '../../../..', path), 'utf8'));

describe('advice', () => {
  it.each(Object.keys(advice))('is about a reason that there is: %s', (reason) => {
    const isTwilios = twilioCodes.some((rule) => rule.reason === reason);
    expect(isTwilios || elsewhere.some((source) => source.includes(`'${reason}'`))).toBe(true);
  });

  it('is there for what an account or a message lacks', () => {
    for (const code of [21408, 21606, 21608, 21610, 21617, 30034, 63016, 63027]) {
      const rule = twilioCodes.find((each) => each.code === code);
      expect(rule && adviceOn(rule.reason)).toEqual(expect.any(String));
    }
  });

  it('is none where nothing can be done', () => {
    expect([adviceOn('CARRIER_ERROR'), adviceOn('constructor')]).toEqual([null, null]);
  });
});
