import type { Contender } from './contender';

/**
 * Who is served next: the user with the fewest recipients in hand, then the campaign with the fewest, then the oldest
 * campaign. Fairness is decided here, at release; what was published before does not matter.
 */
export function fairestFirst(contenders: readonly Contender[]): Contender[] {
  return [...contenders].sort(
    (a, b) =>
      a.userInHand - b.userInHand ||
      a.campaignInHand - b.campaignInHand ||
      (a.campaign < b.campaign ? -1 : 1),
  );
}
