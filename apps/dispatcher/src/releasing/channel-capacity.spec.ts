import type { SendingLimits } from './sending-limits';
import type { Outstanding } from '../ledger/batch-pipelines';
import { type Candidate, type DueGroup, ChannelCapacity, Turns, byFairness } from './channel-capacity';

const due = (campaigns: string | string[], user: string, sender = user): DueGroup => ({
  user,
  route: { senderId: sender, ratePerSecond: null, maxConnections: null },
  breaker: null,
  campaigns: new Set([campaigns].flat()),
  pooled: new Set(),
});
const inFlight = (
  campaign: string,
  user: string,
  batches: number,
  more: Partial<Outstanding> = {},
): Outstanding => ({
  channel: 'EMAIL',
  campaign,
  user,
  sender: user,
  holder: 'worker',
  batches,
  recipients: batches * 200,
  sendsPerSecond: 0,
  concurrency: 0,
  ...more,
});
const capacityOf = (
  capacity: number,
  groups: DueGroup[],
  outstanding: Outstanding[] = [],
  turns = new Turns(),
): ChannelCapacity =>
  new ChannelCapacity({
    channel: 'EMAIL',
    capacity,
    due: groups,
    outstanding,
    isPresent: (holder) => holder !== 'killed',
    turns,
  });

/**
 * The campaigns in the order in which they are served, if each campaign has this number of batches of 200 recipients.
 */
function served(from: ChannelCapacity, backlog: Record<string, number>): string[] {
  const left = { ...backlog };
  const campaigns: string[] = [];
  for (let next = from.next(); next; next = from.next()) {
    const { campaign } = next;
    if ((left[campaign] ?? 0) === 0) from.exhausted(next);
    else {
      left[campaign] = (left[campaign] ?? 0) - 1;
      campaigns.push(campaign);
      from.offered(next, 200);
    }
  }
  return campaigns;
}

describe('ChannelCapacity', () => {
  it('gives a single campaign at most its share, and keeps capacity for others', () => {
    expect(served(capacityOf(16, [due('a', 'a')]), { a: 100 })).toHaveLength(6);
    expect(served(capacityOf(16, [due('a', 'a')], [inFlight('a', 'a', 4)]), { a: 100 })).toHaveLength(2);
  });

  it('has immediate capacity for another user, and for another campaign of the same user', () => {
    const stuck = inFlight('a', 'a', 6);
    expect(served(capacityOf(16, [due('a', 'a'), due('b', 'b')], [stuck]), { a: 9, b: 1 })).toEqual(['b']);
    expect(served(capacityOf(16, [due(['a', 'a2'], 'a')], [stuck]), { a: 9, a2: 1 })).toEqual(['a2']);
  });

  it('counts offered batches like leased ones', () => {
    const offered = inFlight('a', 'a', 6, { holder: null });
    expect(served(capacityOf(16, [due('a', 'a')], [offered]), { a: 9 })).toEqual([]);
  });

  it('never offers more batches than the capacity of its workers', () => {
    const others = ['b', 'c', 'd'].map((user) => inFlight(user, user, 5));
    expect(served(capacityOf(16, [due('a', 'a')], others), { a: 9 })).toEqual(['a']);
    expect(served(capacityOf(15, [due('a', 'a')], others), { a: 9 })).toEqual([]);
  });

  it('reserves no capacity for the leases of a lost worker', () => {
    const lost = inFlight('a', 'a', 6, { holder: 'killed' });
    expect(served(capacityOf(16, [due('a', 'a')], [lost]), { a: 9 })).toHaveLength(6);
  });

  it('alternates between users', () => {
    const three = capacityOf(12, [due('a', 'a'), due('b', 'b'), due('c', 'c')]);
    expect(served(three, { a: 9, b: 9, c: 9 }).slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('alternates between the campaigns of one user', () => {
    expect(served(capacityOf(12, [due(['a1', 'a2'], 'a')]), { a1: 9, a2: 9 }).slice(0, 4)).toEqual([
      'a1',
      'a2',
      'a1',
      'a2',
    ]);
  });

  it('ignores batches in flight in other channels', () => {
    const elsewhere = inFlight('a', 'a', 6, { channel: 'SMS' });
    expect(served(capacityOf(16, [due('a', 'a')], [elsewhere]), { a: 9 })).toHaveLength(6);
  });

  it('offers no batch of a sender that is being probed, in any campaign', () => {
    const three = capacityOf(16, [due('a', 'a', 'down'), due('b', 'b', 'down'), due('c', 'c', 'up')]);
    three.closed('down');
    expect(served(three, { a: 1, b: 1, c: 1 })).toEqual(['c']);
  });

  it('first serves the user whose last turn was longest ago, regardless of the age of campaigns', () => {
    const turns = new Turns();
    const groups = [due(['a1', 'a2', 'a3'], 'a'), due(['b1', 'b2'], 'b'), due('c1', 'c')];
    const rounds = [1, 2, 3, 4].flatMap(() =>
      served(capacityOf(1, groups, [], turns), { a1: 9, b1: 9, c1: 9 }),
    );
    expect(rounds).toEqual(['a1', 'b1', 'c1', 'a1']);
    const newcomer = [...groups, due('d1', 'd')];
    expect(served(capacityOf(1, newcomer, [], turns), { a1: 9, b1: 9, c1: 9, d1: 9 })).toEqual(['d1']);
  });

  it('alternates between the campaigns of a user with capacity for only one batch', () => {
    const turns = new Turns();
    const rounds = (groups: DueGroup[]): string[] =>
      [1, 2, 3].flatMap(() => served(capacityOf(1, groups, [], turns), { big: 9, small: 9 }));
    expect(rounds([due(['big', 'small'], 'a')])).toEqual(['big', 'small', 'big']);
    expect(rounds([due('big', 'a', 'one'), due('small', 'a', 'other')])).toEqual(['small', 'big', 'small']);
  });

  it('remembers turns of each channel', () => {
    const turns = new Turns();
    turns.take('SMS', 'a', 'a1');
    expect([turns.lastTurn('EMAIL', 'a'), turns.lastTurn('SMS', 'a')]).toEqual([0, 1]);
    expect([turns.campaignTurn('EMAIL', 'a1'), turns.campaignTurn('SMS', 'a1')]).toEqual([0, 1]);
  });

  it('orders campaigns by their last turns; campaigns without a turn come first, oldest first', () => {
    const turns = new Turns();
    for (const campaign of ['a2', 'a1']) turns.take('EMAIL', 'a', campaign);
    expect(turns.inOrder('EMAIL', ['a4', 'a1', 'a2', 'a3'])).toEqual(['a3', 'a4', 'a2', 'a1']);
  });

  it('offers a campaign with capacity if a campaign with fewer recipients has none', () => {
    const small = inFlight('a1', 'a', 8, { recipients: 8 });
    const large = inFlight('a2', 'a', 1, { recipients: 200 });
    const both = capacityOf(20, [due(['a1', 'a2'], 'a')], [small, large]);
    expect(both.next()?.campaign).toBe('a2');
  });
});

describe('ChannelCapacity with a limited sender', () => {
  const rated: SendingLimits = {
    ratePerSecond: 10,
    maxConnections: null,
    leases: 4,
    sendsPerSecond: 2.5,
    concurrency: null,
  };
  const connected: SendingLimits = {
    ratePerSecond: null,
    maxConnections: 10,
    leases: 2,
    sendsPerSecond: null,
    concurrency: 5,
  };
  const limited = (limits: SendingLimits, outstanding: Outstanding[] = []): ChannelCapacity => {
    const full = capacityOf(64, [due('a', 'a'), due('b', 'b')], outstanding);
    full.setLimits('a', limits);
    return full;
  };
  const ofA = (campaigns: string[]): number => campaigns.filter((campaign) => campaign === 'a').length;

  it('grants as many leases of the sender as share its rate', () => {
    expect(ofA(served(limited(rated), { a: 99, b: 1 }))).toBe(4);
    const half = inFlight('a', 'a', 2, { sendsPerSecond: 5 });
    expect(ofA(served(limited(rated, [half]), { a: 99, b: 1 }))).toBe(2);
  });

  it('grants fewer leases while older leases use a higher rate', () => {
    const fast = inFlight('a', 'a', 1, { sendsPerSecond: 9 });
    expect(ofA(served(limited(rated, [fast]), { a: 99, b: 1 }))).toBe(0);
  });

  it('grants as many leases of the sender as share its connections', () => {
    expect(ofA(served(limited(connected), { a: 99, b: 1 }))).toBe(2);
    const offered = inFlight('a', 'a', 1, { holder: null });
    expect(ofA(served(limited(connected, [offered]), { a: 99, b: 1 }))).toBe(1);
  });

  it('waits for the connections of a lost worker, but not for its share of the rate', () => {
    const lost = inFlight('a', 'a', 4, { holder: 'killed', sendsPerSecond: 10, concurrency: 10 });
    expect(ofA(served(limited(connected, [lost]), { a: 99, b: 1 }))).toBe(0);
    expect(ofA(served(limited(rated, [lost]), { a: 99, b: 1 }))).toBe(4);
  });
});

const candidate = (
  campaign: string,
  user: string,
  userInFlight: number,
  campaignInFlight = 0,
  lastTurn = 0,
  campaignTurn = 0,
): Candidate => ({
  campaign,
  campaigns: new Set([campaign]),
  pooled: new Set(),
  user,
  route: { senderId: 'default', ratePerSecond: null, maxConnections: null },
  breaker: null,
  userInFlight,
  campaignInFlight,
  lastTurn,
  campaignTurn,
});
const order = (...candidates: Candidate[]): string[] =>
  candidates.toSorted(byFairness).map(({ campaign }) => campaign);

describe('byFairness', () => {
  it('starts with the user with the fewest recipients in flight', () => {
    expect(order(candidate('a', 'a', 1600), candidate('b', 'b', 0))).toEqual(['b', 'a']);
  });

  it('continues with the user whose last turn was longest ago', () => {
    expect(order(candidate('a', 'a', 0, 0, 2), candidate('b', 'b', 0, 0, 1))).toEqual(['b', 'a']);
  });

  it('continues with the user’s campaign with the fewest recipients in flight', () => {
    expect(order(candidate('a1', 'a', 400, 400), candidate('a2', 'a', 400, 0))).toEqual(['a2', 'a1']);
  });

  it('continues with the campaign whose last turn was longest ago', () => {
    expect(order(candidate('a1', 'a', 0, 0, 2, 2), candidate('a2', 'a', 0, 0, 2, 1))).toEqual(['a2', 'a1']);
  });

  it('ends with the oldest campaign', () => {
    expect(order(candidate('b', 'b', 0), candidate('a', 'a', 0))).toEqual(['a', 'b']);
  });
});
