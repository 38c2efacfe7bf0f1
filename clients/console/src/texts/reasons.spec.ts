import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { de } from './de';
import { en } from './en';

/** The tables that map providers' responses to reasons. */
const tables = ['apps/email-worker/src/replies/smtp-replies.ts', 'libs/twilio/src/codes/twilio-codes.ts'];
const reasons = new Set(
  tables.flatMap((path) => {
    const source = readFileSync(join(__dirname, '../../../..', path), 'utf8');
    const named = source.matchAll(/(?:reason: |\(\d+, )'([A-Z_]+)'/g);
    return [...named].map(([, reason]) => reason ?? '');
  }),
);

describe('a reason why something was not sent', () => {
  it('is found in the tables', () => {
    expect(reasons.size).toBeGreaterThan(80);
  });

  it.each([...reasons])('is described, with the next steps: %s', (reason) => {
    for (const texts of [en, de]) {
      expect(texts.reasons[reason]).toMatch(/\w/);
      expect(texts.reportPage.advice[reason]).toMatch(/\.$/);
    }
  });

  it('is described in both languages', () => {
    expect(Object.keys(de.reasons).sort()).toEqual(Object.keys(en.reasons).sort());
    expect(Object.keys(de.reportPage.advice).sort()).toEqual(Object.keys(en.reportPage.advice).sort());
  });
});
