import type { Contender } from './contender';
import { fairestFirst, mayHaveMore } from './fair-order';

const contender = (campaign: string, user: string, userInHand: number, campaignInHand = 0): Contender => ({
  campaign,
  user,
  integration: 'default',
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

describe('a user’s share of a lane', () => {
  it.each([
    ['half of it while others wait', 7, 16, true, true],
    ['no more than half while others wait', 8, 16, true, false],
    ['all of it when nobody else waits', 15, 16, false, true],
    ['one place at least', 0, 1, true, true],
  ])('is %s', (_, released, window, othersWait, allowed) => {
    expect(mayHaveMore(released, window, othersWait)).toBe(allowed);
  });
});
