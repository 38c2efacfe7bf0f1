import { mayHaveMore, shareAlone } from './fair-share';

/**
 * The capacity that each campaign gets if all of them want as much as possible. `users` contains the owner of each
 * campaign.
 */
function shares(capacity: number, users: string[], sender = (user: string) => user): number[] {
  const taken = users.map(() => 0);
  const sum = (of: (n: number) => boolean): number =>
    taken.reduce((total, places, n) => total + (of(n) ? places : 0), 0);
  const places = (n: number) => ({
    capacity,
    taken: sum(() => true),
    ofUser: sum((other) => users[other] === users[n]),
    ofCampaign: taken[n] ?? 0,
    ofSender: sum((other) => sender(users[other] ?? '') === sender(users[n] ?? '')),
  });
  for (let before = -1; before !== sum(() => true);) {
    before = sum(() => true);
    users.forEach((_, n) => {
      if (mayHaveMore(places(n))) taken[n] = (taken[n] ?? 0) + 1;
    });
  }
  return taken;
}

describe('mayHaveMore', () => {
  it.each([
    ['gives a single campaign less than half', 16, ['a'], [6]],
    ['gives two campaigns of one user nearly half', 16, ['a', 'a'], [4, 3]],
    ['gives two users together nearly two thirds', 15, ['a', 'b'], [5, 4]],
    ['gives each of many users the same', 16, ['a', 'b', 'c', 'd', 'e', 'f', 'g'], [2, 2, 2, 2, 2, 2, 2]],
    ['gives a campaign a capacity of one', 1, ['a'], [1]],
    ['gives the first user a capacity of one', 1, ['a', 'b'], [1, 0]],
    ['gives no batch without workers', 0, ['a'], [0]],
    ['gives more with more workers', 64, ['a'], [24]],
  ])('%s', (_, capacity, users, expected) => {
    expect(shares(capacity, users)).toEqual(expected);
  });

  it.each([8, 16, 32, 100])('keeps one batch of a capacity of %i for a newcomer', (capacity) => {
    const alone = shareAlone(capacity);
    const stuck = { capacity, taken: alone, ofUser: alone, ofCampaign: alone, ofSender: alone };
    expect(mayHaveMore(stuck)).toBe(false);
    expect(mayHaveMore({ ...stuck, ofCampaign: 0 })).toBe(true);
    expect(mayHaveMore({ ...stuck, ofCampaign: 0, ofUser: 0 })).toBe(true);
  });

  it('keeps a quarter of the channel for senders other than a shared one', () => {
    const users = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const shared = shares(16, users, () => 'default').reduce((sum, places) => sum + places, 0);
    expect(shared).toBe(12);
    expect(shares(16, [...users, 'own'], (user) => (user === 'own' ? user : 'default')).at(-1)).toBe(2);
  });
});
