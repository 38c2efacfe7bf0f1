import type { Contender } from './contender';
import { fairestFirst } from './fair-order';

const contender = (campaign: string, user: string, userInHand: number, campaignInHand = 0): Contender => ({
  campaign,
  user,
  route: { integrationId: 'default', ratePerSecond: null, maxConnections: null },
  breaker: null,
  userInHand,
  campaignInHand,
});
const order = (...contenders: Contender[]): string[] =>
  fairestFirst(contenders).map(({ campaign }) => campaign);

describe('who is served first', () => {
  it('is the user with the fewest recipients in hand', () => {
    expect(order(contender('a', 'a', 1600), contender('b', 'b', 0))).toEqual(['b', 'a']);
  });

  it('is of one user the campaign with the fewest', () => {
    expect(order(contender('a1', 'a', 400, 400), contender('a2', 'a', 400, 0))).toEqual(['a2', 'a1']);
  });

  it('is else the oldest campaign', () => {
    expect(order(contender('b', 'b', 0), contender('a', 'a', 0))).toEqual(['a', 'b']);
  });
});
