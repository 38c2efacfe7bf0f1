import type { Portion } from '../limits/portion';
import type { Outstanding } from '../ledger/batch-pipelines';
import { type Contender, type DueCampaign, Lane, fairestFirst } from './lane';

const due = (campaign: string, user: string, integration = user): DueCampaign => ({
  campaign,
  user,
  route: { integrationId: integration, ratePerSecond: null, maxConnections: null },
  breaker: null,
});
const inHand = (
  campaign: string,
  user: string,
  batches: number,
  more: Partial<Outstanding> = {},
): Outstanding => ({
  channel: 'EMAIL',
  campaign,
  user,
  integration: user,
  holder: 'worker',
  batches,
  recipients: batches * 200,
  pacePerSecond: 0,
  concurrency: 0,
  ...more,
});
const lane = (capacity: number, campaigns: DueCampaign[], outstanding: Outstanding[] = []): Lane =>
  new Lane({
    channel: 'EMAIL',
    capacity,
    due: campaigns,
    outstanding,
    isPresent: (holder) => holder !== 'killed',
  });

/** Who is served, in order, when each campaign has so many batches of 200. */
function served(from: Lane, backlog: Record<string, number>): string[] {
  const left = { ...backlog };
  const campaigns: string[] = [];
  for (let next = from.next(); next; next = from.next()) {
    const { campaign } = next;
    if ((left[campaign] ?? 0) === 0) from.exhausted(campaign);
    else {
      left[campaign] = (left[campaign] ?? 0) - 1;
      campaigns.push(campaign);
      from.offered(next, 200);
    }
  }
  return campaigns;
}

describe('a lane', () => {
  it('is filled by one who is alone up to a share that leaves places to others', () => {
    expect(served(lane(16, [due('a', 'a')]), { a: 100 })).toHaveLength(6);
    expect(served(lane(16, [due('a', 'a')], [inHand('a', 'a', 4)]), { a: 100 })).toHaveLength(2);
  });

  it('has a place at once for another user, and for another campaign of the same one', () => {
    const stuck = inHand('a', 'a', 6);
    expect(served(lane(16, [due('a', 'a'), due('b', 'b')], [stuck]), { a: 9, b: 1 })).toEqual(['b']);
    expect(served(lane(16, [due('a', 'a'), due('a2', 'a')], [stuck]), { a: 9, a2: 1 })).toEqual(['a2']);
  });

  it('counts what is offered like what is held', () => {
    const offered = inHand('a', 'a', 6, { holder: null });
    expect(served(lane(16, [due('a', 'a')], [offered]), { a: 9 })).toEqual([]);
  });

  it('is never fuller than its workers have places', () => {
    const others = ['b', 'c', 'd'].map((user) => inHand(user, user, 5));
    expect(served(lane(16, [due('a', 'a')], others), { a: 9 })).toEqual(['a']);
    expect(served(lane(15, [due('a', 'a')], others), { a: 9 })).toEqual([]);
  });

  it('keeps no place for the hands of a worker that is gone', () => {
    const lost = inHand('a', 'a', 6, { holder: 'killed' });
    expect(served(lane(16, [due('a', 'a')], [lost]), { a: 9 })).toHaveLength(6);
  });

  it('serves users by turns', () => {
    const three = lane(12, [due('a', 'a'), due('b', 'b'), due('c', 'c')]);
    expect(served(three, { a: 9, b: 9, c: 9 }).slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('serves campaigns of one user by turns', () => {
    expect(served(lane(12, [due('a1', 'a'), due('a2', 'a')]), { a1: 9, a2: 9 }).slice(0, 4)).toEqual([
      'a1',
      'a2',
      'a1',
      'a2',
    ]);
  });

  it('does not take what is in hand in other channels into account', () => {
    const elsewhere = inHand('a', 'a', 6, { channel: 'SMS' });
    expect(served(lane(16, [due('a', 'a')], [elsewhere]), { a: 9 })).toHaveLength(6);
  });

  it('leaves an integration alone that is being tried, whoever else sends by it', () => {
    const three = lane(16, [due('a', 'a', 'down'), due('b', 'b', 'down'), due('c', 'c', 'up')]);
    three.closed('down');
    expect(served(three, { a: 1, b: 1, c: 1 })).toEqual(['c']);
  });

  it('goes on when somebody else was faster', () => {
    const one = lane(1, [due('a', 'a')]);
    const next = one.next();
    if (next) one.offered(next, 0);
    expect(one.free).toBe(1);
  });
});

describe('a lane with an integration that does not bear everything', () => {
  const paced: Portion = {
    ratePerSecond: 10,
    maxConnections: null,
    hands: 4,
    pacePerSecond: 2.5,
    concurrency: null,
  };
  const connected: Portion = {
    ratePerSecond: null,
    maxConnections: 10,
    hands: 2,
    pacePerSecond: null,
    concurrency: 5,
  };
  const limited = (portion: Portion, outstanding: Outstanding[] = []): Lane => {
    const full = lane(64, [due('a', 'a'), due('b', 'b')], outstanding);
    full.limit('a', portion);
    return full;
  };
  const ofA = (campaigns: string[]): number => campaigns.filter((campaign) => campaign === 'a').length;

  it('has as many hands of it as share its rate', () => {
    expect(ofA(served(limited(paced), { a: 99, b: 1 }))).toBe(4);
    const half = inHand('a', 'a', 2, { pacePerSecond: 5 });
    expect(ofA(served(limited(paced, [half]), { a: 99, b: 1 }))).toBe(2);
  });

  it('has fewer while hands go faster that were granted before the rate was lowered', () => {
    const fast = inHand('a', 'a', 1, { pacePerSecond: 9 });
    expect(ofA(served(limited(paced, [fast]), { a: 99, b: 1 }))).toBe(0);
  });

  it('has as many hands of it as share its connections', () => {
    expect(ofA(served(limited(connected), { a: 99, b: 1 }))).toBe(2);
    const offered = inHand('a', 'a', 1, { holder: null });
    expect(ofA(served(limited(connected, [offered]), { a: 99, b: 1 }))).toBe(1);
  });

  it('waits for the connections of a worker that is gone, but not for its part of the rate', () => {
    const lost = inHand('a', 'a', 4, { holder: 'killed', pacePerSecond: 10, concurrency: 10 });
    expect(ofA(served(limited(connected, [lost]), { a: 99, b: 1 }))).toBe(0);
    expect(ofA(served(limited(paced, [lost]), { a: 99, b: 1 }))).toBe(4);
  });
});

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
