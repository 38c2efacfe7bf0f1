import { type Json, data, list } from '../../driver/api';
import type { Person } from '../evidence/evidence';

/** Checks that explanations of a campaign agree with its ledger. `mayDiffer`: people who moved during planning. */
export async function checkExplanations(
  { campaign, key }: { campaign: string; key: string },
  people: readonly Person[],
  mayDiffer: (person: Person) => boolean,
): Promise<string[]> {
  const violations: string[] = [];
  for (const person of people) {
    const who = `identifier=${encodeURIComponent(person.address)}`;
    const path = `/campaigns/${campaign}`;
    const { explanation } = await data('GET', `${path}/explain?${who}`, undefined, key);
    const { result } = explanation as Json;
    const stored = await data('GET', `${path}/deliveries?${who}`, undefined, key);
    const [delivery] = list(stored, 'deliveries');
    if (delivery) {
      const expected = delivery.state === 'SKIPPED' ? delivery.reason : delivery.state;
      if (result !== expected)
        violations.push(`${person.address} has ${String(expected)}, explained as ${String(result)}`);
      continue;
    }
    const possible = mayDiffer(person) ? ['NOT_TARGETED', 'CHANGED_SINCE'] : ['NOT_TARGETED'];
    if (!possible.includes(String(result)))
      violations.push(`${person.address} has no delivery, explained as ${String(result)}`);
  }
  return violations;
}
