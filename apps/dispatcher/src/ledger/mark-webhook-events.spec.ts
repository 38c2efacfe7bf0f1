import type { WebhookEventType } from '@carillon/contracts';
import {
  after,
  grant,
  inFlight,
  later,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import { sms } from '../../test/called-back';
import { apply } from './apply';
import type { Batch } from './batch';
import type { Fact } from './facts';
import { markWebhookEvents } from './mark-webhook-events';

const all: WebhookEventType[] = [
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.unconfirmed',
  'delivery.bounced',
  'delivery.complained',
];

/** The batch after a fact, written for a user whose webhooks want these types. */
const written = (before: Batch, fact: Fact, types: WebhookEventType[] = all): Batch =>
  markWebhookEvents(before, apply(before, fact), new Set(types), { n: before.rev + 1, at: later(9) });
const marksOf = (batch: Batch) =>
  (batch.pendingWebhookEvents ?? []).map(({ type, positions, reason, code, hard }) => [
    type,
    positions,
    reason,
    code,
    hard,
  ]);
const returned = (i: number, feedback: 'BOUNCED' | 'COMPLAINED', isHard = true): Fact => ({
  type: 'returned',
  now: later(60),
  items: [{ i, feedback, isHard, reason: 'NO_SUCH_ADDRESS', providerCode: '5.1.1', at: later(50) }],
});

describe('markWebhookEvents', () => {
  it('marks sent and failed deliveries with reasons in the same write', () => {
    const refused = outcome(2, { permanent: true, reason: 'NO_SUCH_ADDRESS', providerCode: '550' });
    const batch = written(inFlight(), settled({ sent: [0, 1, 3], outcomes: [refused], returned: [] }));
    expect(marksOf(batch)).toEqual([
      ['delivery.sent', [0, 1, 3, 3], null, null, null],
      ['delivery.failed', [2, 2], 'NO_SUCH_ADDRESS', '550', null],
    ]);
    expect(batch.pendingWebhookEvents?.map(({ n, at }) => [n, at])).toEqual([
      [batch.rev + 1, later(9)],
      [batch.rev + 1, later(9)],
    ]);
  });

  it('returns the same batch if no webhook wants the events', () => {
    const before = inFlight();
    const changed = apply(before, settled({ sent: [0, 1, 2, 3], returned: [] }));
    for (const types of [[], ['campaign.completed'], ['delivery.failed']] as WebhookEventType[][])
      expect(markWebhookEvents(before, changed, new Set(types), { n: 2, at: later(9) })).toBe(changed);
  });

  it('adds no mark while a batch is offered, leased, and queued again', () => {
    const offered = written(ready(), release);
    const leased = written(offered, grant());
    const again = written(
      leased,
      settled({ sent: [], outcomes: [outcome(0, { reason: 'SERVER_BUSY' })], returned: [1, 2, 3] }),
    );
    expect([offered, leased, again].map(marksOf)).toEqual([[], [], []]);
  });

  it('keeps the order of unpublished states of a delivery', () => {
    const sent = written(
      inFlight(sms),
      settled({ outcomes: [outcome(0, { kind: 'sent', providerId: 'm0' })] }),
    );
    const arrived = written(sent, reported(report(0, { state: 'DELIVERED', at: later(3) })));
    const read = written(arrived, reported(report(0, { state: 'READ', at: later(4) })));
    expect(marksOf(read).map(([type, positions]) => [type, positions])).toEqual([
      ['delivery.sent', [0, 0]],
      ['delivery.delivered', [0, 0]],
      ['delivery.read', [0, 0]],
    ]);
    expect(written(read, reported(report(0, { state: 'READ', at: later(4) }))).pendingWebhookEvents).toEqual(
      read.pendingWebhookEvents,
    );
  });

  it('marks bounces with their kind, and complaints', () => {
    const sent = after(inFlight(), settled({ sent: [0, 1, 2, 3], returned: [] }));
    expect(marksOf(written(sent, returned(1, 'BOUNCED')))).toEqual([
      ['delivery.bounced', [1, 1], 'NO_SUCH_ADDRESS', '5.1.1', true],
    ]);
    expect(marksOf(written(sent, returned(2, 'COMPLAINED')))).toEqual([
      ['delivery.complained', [2, 2], 'NO_SUCH_ADDRESS', '5.1.1', null],
    ]);
  });

  it('adds no mark for canceled deliveries', () => {
    expect(marksOf(written(ready(), { type: 'cancelled', now: later(1) }))).toEqual([]);
  });
});
