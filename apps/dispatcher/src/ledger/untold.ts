import type { WebhookEventType } from '@carillon/contracts';
import type { Batch, Exception, Untold } from './batch';
import { toRanges } from './positions';
import { feedbackOf } from './report-rules';
import { statesOf } from './tally';

/** The event of a new delivery state; none for a delivery that is queued or isn't sent to. */
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
 * Records in the batch which deliveries changed their state, in the same write, if a webhook wants it. Otherwise
 * returns the same batch, without an additional write.
 */
export function withUntold(
  before: Batch,
  after: Batch,
  wanted: ReadonlySet<WebhookEventType>,
  { n, at }: Pick<Untold, 'n' | 'at'>,
): Batch {
  if (![...wanted].some((type) => type.startsWith('delivery.'))) return after;
  const [was, is] = [eventsOf(before), eventsOf(after)];
  const exceptions = new Map(after.exceptions.map((exception) => [exception.i, exception]));
  const groups = new Map<string, Untold>();
  for (let i = 0; i < after.size; i++) {
    const type = is(i);
    if (type === null || !wanted.has(type) || type === was(i)) continue;
    const { reason = null, providerCode: code = null, permanent = false } = exceptions.get(i) ?? {};
    const hard = type === 'delivery.bounced' ? permanent : null;
    const key = JSON.stringify([type, reason, code, hard]);
    const group = groups.get(key) ?? { n, type, at, positions: [], reason, code, hard };
    group.positions.push(i);
    groups.set(key, group);
  }
  if (groups.size === 0) return after;
  const untold = [...groups.values()].map((group) => ({ ...group, positions: toRanges(group.positions) }));
  return { ...after, untold: [...(after.untold ?? []), ...untold] };
}

/** The last published or pending event of each position. */
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
