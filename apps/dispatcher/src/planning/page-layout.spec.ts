import type { AudienceMember, Channel } from '@carillon/contracts';
import { type Plannable, notOpened, toDispatch } from '../dispatch/dispatch';
import type { PlanCursor } from '../ledger/recipient-pages';
import { tally } from '../ledger/tally';
import { batchesOf, layOut } from './page-layout';

const readAt = new Date('2026-03-01T12:00:00.000Z');
const route = (senderId: string) => ({
  senderId,
  ratePerSecond: null,
  maxConnections: null,
});

const dispatch: Plannable = {
  ...toDispatch(notOpened('65e1c0000000000000000001', '65e1c0000000000000000002')),
  run: 1,
  groups: ['65e1c0000000000000000003'],
  step: 3,
  routes: { EMAIL: route('mail'), WHATSAPP: route('whatsapp'), SMS: null },
};
const limited = (limits: object): Plannable['routes'] => ({
  ...dispatch.routes,
  EMAIL: { ...route('mail'), ...limits },
});
const brief = { channels: ['EMAIL', 'SMS'] as Channel[], keys: [] };

const members = (channel: Channel, count: number): AudienceMember[] =>
  Array.from({ length: count }, (_, n) => ({
    subscriberId: '65e1c0000000000000000004',
    channel,
    address: `${channel}-${n}`,
    variables: { n },
  }));
const suppress = (member: AudienceMember): AudienceMember => ({ ...member, suppressed: true });
const page = (items: AudienceMember[]) => layOut(dispatch, { items, readAt }, null);
const planned = (items: AudienceMember[]) => batchesOf(dispatch, brief, page(items));

describe('page layout', () => {
  it('stores recipients channel by channel, regardless of their order in the audience', () => {
    const mixed = [...members('SMS', 1), ...members('EMAIL', 2), ...members('SMS', 1)];
    expect(page(mixed)).toMatchObject({
      _id: '65e1c0000000000000000001-3',
      readAt,
      sections: [
        { channel: 'EMAIL', size: 2 },
        { channel: 'SMS', size: 2 },
      ],
      recipients: [{ a: 'EMAIL-0' }, { a: 'EMAIL-1' }, { a: 'SMS-0' }, { a: 'SMS-0' }],
    });
  });

  it('stores suppressed recipients after the other recipients of their channel', () => {
    const [ada, bob, cyd] = members('EMAIL', 3);
    const [dan] = members('SMS', 1);
    if (!ada || !bob || !cyd || !dan) throw new Error('expected people');
    expect(page([suppress(ada), bob, suppress(dan), cyd])).toMatchObject({
      sections: [
        { channel: 'EMAIL', size: 2 },
        { channel: 'EMAIL', size: 1, suppressed: true },
        { channel: 'SMS', size: 1, suppressed: true },
      ],
      recipients: [{ a: 'EMAIL-1' }, { a: 'EMAIL-2' }, { a: 'EMAIL-0' }, { a: 'SMS-0' }],
    });
  });

  it('puts suppressed recipients into separate batches, which are done immediately', () => {
    const people = members('EMAIL', 601).map((member, n) => (n < 401 ? suppress(member) : member));
    const batches = planned(people);
    expect(batches.map(({ seq, offset, size, state }) => [seq, offset, size, state])).toEqual([
      [3072, 0, 200, 'READY'],
      [3073, 200, 200, 'DONE'],
      [3074, 400, 200, 'DONE'],
      [3075, 600, 1, 'DONE'],
    ]);
    for (const batch of batches.slice(1)) {
      expect(batch).toMatchObject({ todo: [], outcome: { state: 'SKIPPED', reason: 'SUPPRESSED' } });
      expect(tally(batch)).toEqual({ SKIPPED: batch.size });
    }
  });

  it('makes larger batches after the first pages', () => {
    const later: Plannable = { ...dispatch, step: 5 };
    const people = [...members('EMAIL', 1_000), ...members('SMS', 60)];
    const recipientPage = layOut(later, { items: people, readAt }, null);
    const sizes = batchesOf(later, brief, recipientPage).map(({ channel, size }) => [channel, size]);
    expect(sizes).toEqual([
      ['EMAIL', 500],
      ['EMAIL', 500],
      ['SMS', 50],
      ['SMS', 10],
    ]);
  });

  const sizesOf = (changes: Partial<Plannable>, count: number, next: PlanCursor | null): number[] => {
    const later: Plannable = { ...dispatch, step: 5, ...changes };
    const recipientPage = layOut(later, { items: members('EMAIL', count), readAt }, next);
    return batchesOf(later, brief, recipientPage).map(({ size }) => size);
  };
  const more: PlanCursor = { group: 0, after: '65e1c0000000000000000004' };

  it.each<[string, Partial<Plannable>]>([
    ['in the first pages, so that several workers get a part', { step: 4 }],
    ['for a sender with a rate, which leases share', { routes: limited({ ratePerSecond: 100 }) }],
    [
      'for a sender with limited connections, which leases share',
      { routes: limited({ maxConnections: 10 }) },
    ],
  ])('makes smaller batches %s', (_, changes) => {
    expect(sizesOf(changes, 500, more)).toEqual([200, 200, 100]);
  });

  it.each<[string, number, object, number[]]>([
    ['leases that the rate needs', 300, { ratePerSecond: 10 }, [75, 75, 75, 75]],
    ['leases that share the connections', 100, { maxConnections: 20 }, [25, 25, 25, 25]],
    ['tens of people', 35, { ratePerSecond: 1_000 }, [10, 10, 10, 5]],
    ['batches of the usual small size', 300, { ratePerSecond: 1 }, [200, 100]],
  ])('makes as many batches as %s at the beginning and end of a campaign with a limited sender', (...row) => {
    const [, count, limits, sizes] = row;
    expect(sizesOf({ routes: limited(limits) }, count, null)).toEqual(sizes);
    const several = { routes: limited(limits), groups: ['first', 'second'] };
    expect(sizesOf(several, count, { group: 2, after: null })).toEqual(sizes);
    expect(sizesOf({ routes: limited(limits), step: 0 }, count, more)).toEqual(sizes);
  });

  it('accepts an empty page', () => {
    expect(page([])).toMatchObject({ sections: [], recipients: [] });
    expect(planned([])).toEqual([]);
  });

  it('makes consecutively numbered batches of 200 emails and of 50 messages of other channels', () => {
    const batches = planned([...members('EMAIL', 401), ...members('SMS', 51)]);
    expect(batches.map(({ channel, seq, offset, size }) => [channel, seq, offset, size])).toEqual([
      ['EMAIL', 3072, 0, 200],
      ['EMAIL', 3073, 200, 200],
      ['EMAIL', 3074, 400, 1],
      ['SMS', 3075, 401, 50],
      ['SMS', 3076, 451, 1],
    ]);
  });

  it('makes the same batches when the page is planned again at any time', () => {
    const recipientPage = page(members('EMAIL', 3));
    const again = layOut(dispatch, { items: [], readAt: new Date() }, null);
    expect(again._id).toBe(recipientPage._id);
    expect(batchesOf(dispatch, brief, recipientPage)).toEqual(batchesOf(dispatch, brief, recipientPage));
    expect(batchesOf(dispatch, brief, recipientPage)[0]).toMatchObject({ plannedAt: readAt, due: readAt });
  });

  it.each<[Channel, object]>([
    ['EMAIL', { state: 'READY', todo: [0], sender: 'mail', outcome: { state: 'SENT', reason: null } }],
    ['WHATSAPP', { state: 'DONE', todo: [], outcome: { state: 'SKIPPED', reason: 'NO_MESSAGE' } }],
    ['SMS', { state: 'DONE', todo: [], outcome: { state: 'SKIPPED', reason: 'NO_INTEGRATION' } }],
  ])('depends on the message and the sender of the channel: %s', (channel, expected) => {
    expect(planned(members(channel, 1))).toEqual([expect.objectContaining(expected)]);
  });

  it.each<[Channel, string]>([
    ['EMAIL', 'SUPPRESSED'],
    ['WHATSAPP', 'NO_MESSAGE'],
    ['SMS', 'NO_INTEGRATION'],
  ])('prefers the reason of the channel to that of the recipient: %s', (channel, reason) => {
    const [batch] = planned(members(channel, 1).map(suppress));
    expect(batch?.outcome).toEqual({ state: 'SKIPPED', reason });
  });
});
