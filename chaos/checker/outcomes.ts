import { type Evidence, nameOf } from '../evidence/evidence';
import type { Expectation } from './expectation';
import { some } from './some';

/** Every delivery ended as it may; UNCONFIRMED are only those who were in doubt. */
export function checkOutcomes({ ledger, doubts }: Evidence, { mayEnd }: Expectation): string[] {
  const doubted = new Set(doubts.map(nameOf));
  const wrong = ledger.filter((entry) => {
    if (entry.state === 'UNCONFIRMED') return !doubted.has(nameOf(entry));
    return !mayEnd(entry).includes(entry.state);
  });
  return some(
    wrong.map((entry) => `${nameOf(entry)} ${entry.state} ${entry.reason ?? ''}`.trimEnd()),
    'ended otherwise than they may',
  );
}
