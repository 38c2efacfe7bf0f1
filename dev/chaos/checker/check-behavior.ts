import { type Entry, type EndState, type FedSets, type Proved, nameOf } from '../evidence/evidence';
import { counted, some } from './violations';

/** The states of a delivery that prove each behavior. */
const provedBy: Readonly<Record<Proved, readonly EndState[]>> = {
  SENT: ['SENT', 'DELIVERED', 'READ'],
  DELIVERED: ['DELIVERED', 'READ'],
  OPENED: ['READ'],
};

/** Checks that the sets of people agree with the ledger of a campaign: nobody is missing, added, or in a set twice. */
export function checkBehavior(ledger: readonly Entry[], { membersOf, numbersOf }: FedSets): string[] {
  return (Object.keys(provedBy) as Proved[]).flatMap((kind) => {
    const members = counted(membersOf[kind].map(String));
    const proved = ledger.filter(({ state }) => provedBy[kind].includes(state));
    const numbers = new Set(proved.flatMap(({ address }) => numbersOf.get(address) ?? []).map(String));
    const missing = proved.filter(
      ({ address }) => !(numbersOf.get(address) ?? []).some((number) => members.has(String(number))),
    );
    return [
      ...some(missing.map(nameOf), `are missing in the set ${kind}`),
      ...some(
        [...members.keys()].filter((number) => !numbers.has(number)),
        `are in the set ${kind} without proof`,
      ),
      ...some(
        [...members].flatMap(([number, count]) => (count > 1 ? [number] : [])),
        `are in the set ${kind} twice`,
      ),
    ];
  });
}
