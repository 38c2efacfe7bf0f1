import type { Delivery, DeliveryState, Feedback, StateCounts } from '@carillon/contracts';
import { type FetchPage, allPages } from '../../http/paging/pages';
import { ChannelName, Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';
import { type Formulas, cellFor, csvLine } from '../imports';

/**
 * The states that clients see. A bounce or complaint has its own state, for which services use FAILED or DELIVERED with
 * a field.
 */
export const shownStates = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SKIPPED',
  'UNCONFIRMED',
  'CANCELLED',
] as const satisfies (DeliveryState | Feedback)[];
export type ShownState = (typeof shownStates)[number];

/** The dispatcher's filter for deliveries that clients see in this state. */
export function filterOf(state: ShownState | null): {
  state: DeliveryState | null;
  feedback?: Feedback | null;
} {
  if (state === 'BOUNCED') return { state: 'FAILED', feedback: state };
  if (state === 'COMPLAINED') return { state: 'DELIVERED', feedback: state };
  return state === 'FAILED' || state === 'DELIVERED' ? { state, feedback: null } : { state };
}

interface Returned {
  bounced: number;
  complained: number;
}

/** The counts by the states that clients see. They add up to the same total. */
export function shownCounts(
  states: StateCounts,
  { bounced, complained }: Returned = { bounced: 0, complained: 0 },
): Record<ShownState, number> {
  return {
    ...states,
    DELIVERED: states.DELIVERED - complained,
    FAILED: states.FAILED - bounced,
    BOUNCED: bounced,
    COMPLAINED: complained,
  };
}

export const StateName = OneOf(shownStates, { $id: 'DeliveryState', examples: ['SENT'] });

/** The delivery of a campaign to one recipient. */
export const DeliveryView = View('Delivery', {
  _id: Text('6560f0a1b2c3d4e5f6a7b8c9-0000000001-0', { description: 'Opaque' }),
  campaign: Id(),
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  subscriber: Id(),
  state: StateName,
  reason: OrNull(Text('NO_SUCH_ADDRESS', { description: 'Why the message failed or was not sent' })),
  bounce: OrNull(
    OneOf(['HARD', 'SOFT'], {
      description: 'For a BOUNCED email: whether the failure is permanent (HARD) or temporary (SOFT)',
    }),
  ),
  providerCode: OrNull(Text('550 5.1.1', { description: 'The error code of the provider' })),
  providerId: OrNull(Text('SM0123456789abcdef0123456789abcdef')),
  attempts: Count(1),
  segments: OrNull(Count(1, { description: 'SMS segments, as the provider bills them' })),
  createdAt: Time(),
  updatedAt: Time(),
  sentAt: OrNull(Time(), { examples: ['2026-03-01T10:00:00.000Z'] }),
  deliveredAt: OrNull(Time()),
  readAt: OrNull(Time()),
  openedAt: OrNull(Time(), { description: 'When a person first opened the email, if tracked' }),
  clickedAt: OrNull(Time(), { description: 'When a person first clicked a link of the email, if tracked' }),
  convertedAt: OrNull(Time(), {
    description: 'When the person first ordered after a click, if conversions are counted',
  }),
  fallbackId: OrNull(
    Text('6560f0a1b2c3d4e5f6a7b8d1-0000001024-0', {
      description: 'The delivery on the next channel of the person, because this one failed',
    }),
  ),
  nextTryAt: OrNull(Time(), { description: 'QUEUED again after a failure, at least until this time' }),
});

function bounceOf({ feedback, isHard }: Delivery): 'HARD' | 'SOFT' | null {
  if (feedback !== 'BOUNCED') return null;
  return isHard ? 'HARD' : 'SOFT';
}

export const presentDelivery = presenter(DeliveryView, (delivery: Delivery) => ({
  ...delivery,
  state: delivery.feedback ?? delivery.state,
  bounce: bounceOf(delivery),
  _id: delivery.id,
  campaign: delivery.campaignId,
  identifier: delivery.address,
  subscriber: delivery.subscriberId,
  openedAt: delivery.openedAt ?? null,
  clickedAt: delivery.clickedAt ?? null,
  convertedAt: delivery.convertedAt ?? null,
  fallbackId: delivery.fallbackId ?? null,
  nextTryAt: delivery.nextTryAt ?? null,
}));

export const deliveryColumns = [
  ...([
    'channel',
    'identifier',
    'state',
    'bounce',
    'reason',
    'providerCode',
    'providerId',
    'attempts',
  ] as const),
  ...(['segments', 'createdAt', 'updatedAt', 'sentAt', 'deliveredAt', 'readAt', 'nextTryAt'] as const),
  ...(['subscriber', '_id', 'openedAt', 'clickedAt', 'fallbackId', 'convertedAt'] as const),
];

/**
 * Writes deliveries as CSV, in the order of their arrival, one page at a time.
 * @throws errors of the first page, before the first text
 */
export async function deliveriesCsv(
  fetch: FetchPage<Delivery>,
  formulas: Formulas,
): Promise<AsyncIterable<string>> {
  const pages = await allPages(fetch);
  return (async function* () {
    yield csvLine(deliveryColumns);
    for await (const deliveries of pages) yield deliveries.map((each) => csvOf(each, formulas)).join('');
  })();
}

/** An address is never a formula, although it may begin with a plus sign. */
function csvOf(delivery: Delivery, formulas: Formulas): string {
  const shown = presentDelivery(delivery);
  const cells = deliveryColumns.map((column) => {
    const cell = String(shown[column] ?? '');
    return column === 'identifier' ? cell : cellFor[formulas](cell);
  });
  return csvLine(cells);
}
