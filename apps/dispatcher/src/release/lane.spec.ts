import type { Outstanding } from './backlog';
import type { DueCampaign } from './contender';
import { Lane } from './lane';

const due = (campaign: string, user: string, integration = 'default'): DueCampaign => ({
  campaign,
  user,
  integration,
  breaker: null,
});
const inHand = (campaign: string, user: string, released: number, recipients: number): Outstanding => ({
  channel: 'EMAIL',
  campaign,
  user,
  released,
  recipients,
});

/** Who is served, in order, when each campaign has so many batches of 200. */
function served(lane: Lane, backlog: Record<string, number>): string[] {
  const left = { ...backlog };
  const campaigns: string[] = [];
  for (let next = lane.next(); next; next = lane.next()) {
    const { campaign } = next;
    if ((left[campaign] ?? 0) === 0) lane.exhausted(campaign);
    else {
      left[campaign] = (left[campaign] ?? 0) - 1;
      campaigns.push(campaign);
      lane.offered(next, 200);
    }
  }
  return campaigns;
}

describe('a lane', () => {
  it('is filled up to its window', () => {
    expect(served(new Lane('EMAIL', 4, [due('a', 'a')], []), { a: 100 })).toHaveLength(4);
    const partlyFull = new Lane('EMAIL', 4, [due('a', 'a')], [inHand('a', 'a', 3, 600)]);
    expect(served(partlyFull, { a: 100 })).toHaveLength(1);
  });

  it('counts what is held against a user, but not against the window', () => {
    const lane = new Lane('EMAIL', 2, [due('a', 'a'), due('b', 'b')], [inHand('a', 'a', 0, 1600)]);
    expect(served(lane, { a: 9, b: 1 })).toEqual(['b', 'a']);
  });

  it('serves users by turns', () => {
    const lane = new Lane('EMAIL', 6, [due('a', 'a'), due('b', 'b'), due('c', 'c')], []);
    expect(served(lane, { a: 9, b: 9, c: 9 })).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('serves campaigns of one user by turns', () => {
    const lane = new Lane('EMAIL', 4, [due('a1', 'a'), due('a2', 'a')], []);
    expect(served(lane, { a1: 9, a2: 9 })).toEqual(['a1', 'a2', 'a1', 'a2']);
  });

  it('gives one user the whole of it when the others turn out to have nothing', () => {
    const lane = new Lane('EMAIL', 6, [due('a', 'a'), due('b', 'b')], []);
    expect(served(lane, { a: 9, b: 0 })).toHaveLength(6);
  });

  it('does not take what is in hand in other channels into account', () => {
    const elsewhere: Outstanding = { ...inHand('a', 'a', 4, 800), channel: 'SMS' };
    expect(served(new Lane('EMAIL', 4, [due('a', 'a')], [elsewhere]), { a: 9 })).toHaveLength(4);
  });

  it('leaves an integration alone that is being tried, whoever else sends by it', () => {
    const lane = new Lane(
      'EMAIL',
      9,
      [due('a', 'a', 'down'), due('b', 'b', 'down'), due('c', 'c', 'up')],
      [],
    );
    lane.probed('down');
    expect(served(lane, { a: 1, b: 1, c: 1 })).toEqual(['c']);
  });

  it('goes on when somebody else was faster', () => {
    const lane = new Lane('EMAIL', 1, [due('a', 'a')], []);
    const next = lane.next();
    if (next) lane.offered(next, 0);
    expect(lane.free).toBe(1);
  });
});
