import { type Evidence, nameOf } from '../evidence/evidence';
import type { Expectation } from './expectation';
import { counted, some } from './some';

/** Every member has one delivery, and nobody else has any. */
export function checkPeople(
  { members, ledger, recorded }: Evidence,
  { mayMiss }: Pick<Expectation, 'mayMiss'>,
): string[] {
  const invited = new Set(members.map(nameOf));
  const missable = new Set(members.filter(mayMiss).map(nameOf));
  const deliveries = counted(ledger.map(nameOf));
  const served = new Set(recorded.map(nameOf));
  return [
    ...some(
      [...invited].filter((name) => !deliveries.has(name) && !missable.has(name)),
      'members have no delivery',
    ),
    ...some(
      [...deliveries].flatMap(([name, count]) => (count > 1 ? [name] : [])),
      'have two deliveries',
    ),
    ...some(
      [...deliveries.keys()].filter((name) => !invited.has(name)),
      'strangers have a delivery',
    ),
    ...some(
      [...served].filter((name) => !invited.has(name)),
      'strangers got the message',
    ),
  ];
}
