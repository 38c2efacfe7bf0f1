import type { WebhookEventType } from '@carillon/contracts';
import type { Batch, Exception, WebhookEventMark } from './batch';
import { toRanges } from './positions';
import { feedbackOf } from './report-rules';
import { statesOf } from './tally';

/** The event of each new state of a delivery. A delivery that is queued or not sent has no event. */
const typeOf = {
  SENT: 'delivery.sent',
  DELIVERED: 'delivery.delivered',
  READ: 'delivery.read',
  FAILED: 'delivery.failed',
  UNCONFIRMED: 'delivery.unconfirmed',
  QUEUED: null,
  SKIPPED: null,
  CANCELLED: null,
} as const satisfies Record<Exception['state'], WebhookEventType | null>;

/**
 * Marks the deliveries whose state changed with `wanted` events: the marks are stored in the write that changes the
 * states. Returns the same batch if there are none, so that nothing else is written.
 */
export function markWebhookEvents(
  before: Batch,
  after: Batch,
  wanted: ReadonlySet<WebhookEventType>,
  { n, at }: Pick<WebhookEventMark, 'n' | 'at'>,
): Batch {
  if (![...wanted].some((type) => type.startsWith('delivery.'))) return after;
  const [eventBefore, eventAfter] = [eventsOf(before), eventsOf(after)];
  const exceptions = new Map(after.exceptions.map((exception) => [exception.i, exception]));
  const groups = new Map<string, WebhookEventMark>();
  for (let i = 0; i < after.size; i++) {
    const type = eventAfter(i);
    if (type === null || !wanted.has(type) || type === eventBefore(i)) continue;
    const { reason = null, providerCode: code = null, permanent = false } = exceptions.get(i) ?? {};
    const hard = type === 'delivery.bounced' ? permanent : null;
    const key = JSON.stringify([type, reason, code, hard]);
    const group = groups.get(key) ?? { n, type, at, positions: [], reason, code, hard };
    group.positions.push(i);
    groups.set(key, group);
  }
  if (groups.size === 0) return after;
  const pendingWebhookEvents = [...groups.values()].map((group) => ({
    ...group,
    positions: toRanges(group.positions),
  }));
  return { ...after, pendingWebhookEvents: [...(after.pendingWebhookEvents ?? []), ...pendingWebhookEvents] };
}

/** The event of each position, published or not. */
function eventsOf(batch: Batch): (position: number) => WebhookEventType | null {
  const stateOf = statesOf(batch);
  const returned = new Map(batch.exceptions.map((exception) => [exception.i, feedbackOf(exception)]));
  return (position) => {
    const type = typeOf[stateOf(position)];
    if (type === null) return null;
    const feedback = returned.get(position) ?? null;
    if (feedback === 'BOUNCED') return 'delivery.bounced';
    return feedback === 'COMPLAINED' ? 'delivery.complained' : type;
  };
}
