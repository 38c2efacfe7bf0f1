import { type Delivery, deliveryStates } from '@carillon/contracts';
import { type FetchPage, allPages } from '../../http/paging/pages';
import { ChannelName, Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';
import { type Formulas, cellFor, csvLine } from '../imports';

export const StateName = OneOf(deliveryStates, { $id: 'DeliveryState', examples: ['SENT'] });

/** The delivery of a campaign to one recipient. */
export const DeliveryView = View('Delivery', {
  _id: Text('6560f0a1b2c3d4e5f6a7b8c9-0000000001-0', { description: 'Opaque' }),
  campaign: Id(),
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  subscriber: Id(),
  state: StateName,
  reason: OrNull(Text('NO_SUCH_ADDRESS', { description: 'Why it failed or was not sent' })),
  providerCode: OrNull(Text('550 5.1.1', { description: 'The provider’s own code' })),
  providerId: OrNull(Text('SM0123456789abcdef0123456789abcdef')),
  attempts: Count(1),
  segments: OrNull(Count(1, { description: 'Segments of an SMS, as the provider charges for them' })),
  createdAt: Time(),
  updatedAt: Time(),
  sentAt: OrNull(Time(), { examples: ['2026-03-01T10:00:00.000Z'] }),
  deliveredAt: OrNull(Time()),
  readAt: OrNull(Time()),
  nextTryAt: OrNull(Time(), { description: 'It is QUEUED again after a failure, until then at least' }),
});

export const presentDelivery = presenter(DeliveryView, (delivery: Delivery) => ({
  ...delivery,
  _id: delivery.id,
  campaign: delivery.campaignId,
  identifier: delivery.address,
  subscriber: delivery.subscriberId,
  nextTryAt: delivery.nextTryAt ?? null,
}));

export const deliveryColumns = [
  ...(['channel', 'identifier', 'state', 'reason', 'providerCode', 'providerId', 'attempts'] as const),
  ...(['segments', 'createdAt', 'updatedAt', 'sentAt', 'deliveredAt', 'readAt', 'nextTryAt'] as const),
  ...(['subscriber', '_id'] as const),
];

/**
 * Writes deliveries as CSV, in the order in which they come, a page at a time.
 * @throws what the first page throws, before the first text
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

/** An address has the form of an address, and may begin with a plus: it is never a formula. */
function csvOf(delivery: Delivery, formulas: Formulas): string {
  const shown = presentDelivery(delivery);
  const cells = deliveryColumns.map((column) => {
    const cell = String(shown[column] ?? '');
    return column === 'identifier' ? cell : cellFor[formulas](cell);
  });
  return csvLine(cells);
}
