import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAnswer, refusalRules } from './judge';

it('contains the reasons in the documentation, with their effects', () => {
  const page = readFileSync(join(__dirname, '../../../docs/http-senders.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (Permanent|Temporary)/gm)];
  const documented = Object.fromEntries(rows.map(([, reason = '', effect]) => [reason, effect]));
  const known = Object.entries(refusalRules).map(([reason, { permanent }]) => [
    reason,
    permanent ? 'Permanent' : 'Temporary',
  ]);
  expect(documented).toEqual(Object.fromEntries(known));
});

describe('an email that the provider of the recipient defers', () => {
  const answer = (status: number, reason: string) => ({
    status,
    headers: {},
    retryAfterMs: 60_000,
    body: { reason },
  });
  const deferred = { kind: 'throttled', scope: 'recipient', byDestination: true, retryAfterMs: 60_000 };

  it.each([429, 422])('waits without stopping the sender: %d', (status) => {
    expect(judgeAnswer(answer(status, 'SLOW_DOWN'), 'EMAIL')).toMatchObject({
      ...deferred,
      reason: 'SLOW_DOWN',
    });
  });

  it('differs from a sender that sends too much', () => {
    expect(judgeAnswer(answer(429, 'OTHER'), 'EMAIL')).toMatchObject({ scope: 'provider' });
    expect(judgeAnswer(answer(429, 'SLOW_DOWN'), 'SMS')).toMatchObject({ scope: 'provider' });
    expect(judgeAnswer(answer(500, 'SLOW_DOWN'), 'EMAIL')).not.toMatchObject(deferred);
  });
});
