import type { Explained, Person } from '../evidence/evidence';
import { some } from './violations';

/** Checks that explanations of a campaign agree with its ledger. `mayDiffer`: people who moved during planning. */
export function checkExplanations(
  explained: readonly Explained[],
  mayDiffer: (person: Person) => boolean,
): string[] {
  const wrong = explained.filter((each) => {
    if (each.delivery) return each.result !== each.delivery;
    const possible = mayDiffer(each) ? ['NOT_TARGETED', 'CHANGED_SINCE'] : ['NOT_TARGETED'];
    return !possible.includes(each.result);
  });
  return some(
    wrong.map(({ address, delivery, result }) => `${address} (${delivery ?? 'no delivery'}) as ${result}`),
    'are explained wrongly',
  );
}
