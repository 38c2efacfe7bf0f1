import type { AudienceMember, MemberRoute } from '@carillon/contracts';
import { chooseSenders } from './choose-senders';

const sender = (senderId: string, more: Partial<MemberRoute> = {}): MemberRoute => ({
  ...{ senderId, ratePerSecond: null, maxConnections: null, weight: 1 },
  ...more,
});
const people = (...addresses: string[]): AudienceMember[] =>
  addresses.map((address) => ({ address }) as AudienceMember);
const many = (count: number): AudienceMember[] =>
  people(...Array.from({ length: count }, (_, n) => `p${n}@x.example`));
const context = {
  topicId: null,
  countryOf: (phone: string) => (phone.startsWith('+49') ? 'DE' : 'US'),
  seed: 'campaign 0',
};
const chosen = (
  strategy: 'ORDER' | 'WEIGHTS',
  members: MemberRoute[],
  recipients: AudienceMember[],
  more: Partial<typeof context> & { topicId?: string | null } = {},
) =>
  chooseSenders({ strategy, members }, recipients, { ...context, ...more }).map((share) => [
    share.pool.join(' '),
    share.members.length,
  ]);

describe('chooseSenders', () => {
  it('gives everyone to the first sender in order', () => {
    expect(chosen('ORDER', [sender('a'), sender('b')], many(5))).toEqual([['a b', 5]]);
  });

  it.each([
    ['domains', 'a@Gmail.com', 'b@x.example', { domains: ['gmail.com'] }],
    ['countries', '+491701234567', '+14155550123', { countries: ['DE'] }],
  ])('prefers the sender whose %s match', (_, matching, other, rules) => {
    const members = [sender('all'), sender('special', rules)];
    expect(chosen('ORDER', members, people(matching, other, matching))).toEqual([
      ['special all', 2],
      ['all', 1],
    ]);
  });

  it('matches the topic of the campaign', () => {
    const members = [sender('topic', { topicIds: ['t1'] }), sender('all')];
    expect(chosen('ORDER', members, many(2), { topicId: 't1' as never })).toEqual([['topic all', 2]]);
    expect(chosen('ORDER', members, many(2), { topicId: 't2' as never })).toEqual([['all', 2]]);
    expect(chosen('ORDER', members, many(2))).toEqual([['all', 2]]);
  });

  it('requires that all rules of a sender match', () => {
    const members = [sender('both', { countries: ['DE'], topicIds: ['t1'] }), sender('all')];
    expect(chosen('ORDER', members, people('+49170'), { topicId: 't2' as never })).toEqual([['all', 1]]);
  });

  it('divides by weight, and tries the heaviest of the others next', () => {
    const members = [sender('a', { weight: 1 }), sender('b', { weight: 7 }), sender('c', { weight: 2 })];
    expect(chosen('WEIGHTS', members, many(1_000))).toEqual([
      ['a b c', 100],
      ['b c a', 700],
      ['c b a', 200],
    ]);
  });

  it('reaches the weights over many small pages', () => {
    const members = [sender('a', { weight: 3 }), sender('b')];
    const counts: Record<string, number> = {};
    for (let page = 0; page < 2_000; page++) {
      const shares = chooseSenders({ strategy: 'WEIGHTS', members }, many(2), {
        ...context,
        seed: `campaign ${page}`,
      });
      for (const { pool, members: share } of shares)
        counts[pool[0] ?? ''] = (counts[pool[0] ?? ''] ?? 0) + share.length;
    }
    expect((counts.a ?? 0) + (counts.b ?? 0)).toBe(4_000);
    expect((counts.a ?? 0) / 4_000).toBeCloseTo(0.75, 1);
  });
});
