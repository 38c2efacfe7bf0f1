import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { twilioCodes } from '@carillon/twilio';
import { advice, adviceOn } from './advice';

const elsewhere = [
  'apps/dispatcher/src/planning/page-layout.ts',
  'apps/dispatcher/src/ledger/apply.ts',
  'apps/dispatcher/src/releasing/breakers.ts',
  'libs/contracts/src/audience.ts',
  'libs/contracts/src/rehearsal.ts',
  'apps/email-worker/src/replies/faults.ts',
  'libs/channel/src/leases/domain-group-paces.ts',
  'libs/channel/src/leases/work-lease.ts',
  'libs/channel/src/leases/domain-group-paces.ts',
  'apps/email-worker/src/replies/smtp-replies.ts',
  'apps/email-worker/src/mime/personal-mail.ts',
  'apps/whatsapp-worker/src/compile-messages.ts',
  'libs/feedback/src/returned-mails.ts',
  'libs/feedback/src/refusals/refusal-table.ts',
  'libs/feedback/src/refusals/judge-refusal.ts',
  'libs/feedback/src/webhooks/events.ts',
].map((path) => readFileSync(join(__dirname, '../../../..', path), 'utf8'));

describe('advice', () => {
  it.each(Object.keys(advice))('exists only for known reasons: %s', (reason) => {
    const isTwilios = twilioCodes.some((rule) => rule.reason === reason);
    expect(isTwilios || elsewhere.some((source) => source.includes(`'${reason}'`))).toBe(true);
  });

  it('exists for missing features of an account or a message', () => {
    for (const code of [21408, 21606, 21608, 21610, 21617, 30034, 63016, 63027]) {
      const rule = twilioCodes.find((each) => each.code === code);
      expect(rule && adviceOn('FAILED', rule.reason)).toEqual(expect.any(String));
    }
  });

  it('is to wait while a recipient is being retried', () => {
    expect(adviceOn('QUEUED', 'HANDSET_UNREACHABLE')).toMatch(/retried automatically/);
    expect(adviceOn('FAILED', 'HANDSET_UNREACHABLE')).toMatch(/Retry later/);
  });

  it.each(['WORKER_LOST', 'SERVER_ERROR', 'SERVER_TIMEOUT'] as const)(
    'explains how to continue after an unknown result with the reason %s',
    (reason) => {
      expect(adviceOn('UNCONFIRMED', reason)).toMatch(/Ask the provider.*UNCONFIRMED/);
    },
  );

  it('is absent if no action can help', () => {
    expect(adviceOn('FAILED', 'CARRIER_ERROR')).toBeNull();
  });
});
