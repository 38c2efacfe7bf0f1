import { type Evidence, nameOf } from '../evidence/evidence';
import { some } from './some';

/** SENT ⊆ recorded ⊆ SENT ∪ UNCONFIRMED. */
export function checkRecorded({ ledger, recorded }: Evidence): string[] {
  const served = new Set(recorded.map(nameOf));
  const sent = ledger.filter(({ state }) => state === 'SENT').map(nameOf);
  const may = new Set([...sent, ...ledger.filter(({ state }) => state === 'UNCONFIRMED').map(nameOf)]);
  return [
    ...some(
      sent.filter((name) => !served.has(name)),
      'are SENT and got nothing',
    ),
    ...some(
      [...served].filter((name) => !may.has(name)),
      'got the message, and the ledger denies it',
    ),
  ];
}
