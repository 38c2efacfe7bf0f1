import { ObjectId } from 'mongodb';
import { after, inFlight, later, now, outcome, ready, report, reported, settled } from '../../test/batches';
import type { PageRecipient } from '../ledger/recipient-pages';
import { deliveriesOf } from './deliveries';

const entries: PageRecipient[] = [0, 1, 2, 3].map((n) => ({
  a: `p${n}@example.com`,
  s: new ObjectId(),
  v: '{}',
}));

describe('deliveriesOf', () => {
  it('lists the recipients of a batch, last position first', () => {
    const listed = deliveriesOf(ready(), entries);
    expect(listed.map(({ position, delivery }) => [position, delivery.address])).toEqual([
      [3, 'p3@example.com'],
      [2, 'p2@example.com'],
      [1, 'p1@example.com'],
      [0, 'p0@example.com'],
    ]);
    expect(listed[0]?.delivery).toMatchObject({
      id: '65e1c0000000000000000001-0000001024-3',
      subscriberId: entries[3]?.s.toHexString(),
      state: 'QUEUED',
      attempts: 0,
      sentAt: null,
    });
  });

  it('has the sending time only for sent messages', () => {
    const batch = after(inFlight(), settled({ now: later(30), sent: [0], returned: [] }));
    const [first, second] = deliveriesOf(batch, entries).reverse();
    expect(first?.delivery).toMatchObject({ state: 'SENT', attempts: 1, sentAt: later(30).toISOString() });
    expect(second?.delivery).toMatchObject({ state: 'QUEUED', updatedAt: now.toISOString(), sentAt: null });
  });

  it('has the response of the provider for an exception', () => {
    const refused = outcome(0, { permanent: true, reason: 'NO_SUCH_ADDRESS', providerCode: '550 5.1.1' });
    const batch = after(inFlight(), settled({ now: later(5), outcomes: [refused] }));
    expect(deliveriesOf(batch, entries).at(-1)?.delivery).toMatchObject({
      state: 'FAILED',
      reason: 'NO_SUCH_ADDRESS',
      providerCode: '550 5.1.1',
      attempts: 1,
      updatedAt: later(5).toISOString(),
      sentAt: null,
    });
  });

  it('has the latest possible times of arrival and sending for a read message', () => {
    const batch = after(
      inFlight(),
      settled({ outcomes: [outcome(0, { kind: 'sent', providerId: 'm0', segments: 3 })] }),
      reported(report(0, { state: 'READ', at: later(50) }), report(1, { state: 'READ', at: later(40) })),
    );
    const [first, second] = deliveriesOf(batch, entries).reverse();
    const [at, before] = [later(50).toISOString(), later(40).toISOString()];
    expect(first?.delivery).toMatchObject({
      state: 'READ',
      segments: 3,
      sentAt: now.toISOString(),
      deliveredAt: at,
      readAt: at,
    });
    expect(second?.delivery).toMatchObject({ sentAt: before, deliveredAt: before, readAt: before });
  });

  it('has the reason of the batch if its recipients were skipped', () => {
    const skipped = ready({
      outcome: { state: 'SKIPPED', reason: 'NO_INTEGRATION' },
      todo: [],
      state: 'DONE',
    });
    expect(deliveriesOf(skipped, entries)[0]?.delivery).toMatchObject({
      state: 'SKIPPED',
      reason: 'NO_INTEGRATION',
      attempts: 0,
    });
  });
});
