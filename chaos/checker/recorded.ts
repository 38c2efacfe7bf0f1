import type { DeliveryState } from '@carillon/contracts';
import { type Evidence, nameOf } from '../evidence/evidence';
import { some } from './some';

const out: readonly DeliveryState[] = ['SENT', 'DELIVERED', 'READ'];

/** SENT ⊆ recorded ⊆ SENT ∪ UNCONFIRMED, where what arrived or was read was sent. */
export function checkRecorded({ ledger, recorded }: Evidence): string[] {
  const served = new Set(recorded.map(nameOf));
  const sent = ledger.filter(({ state }) => out.includes(state)).map(nameOf);
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
