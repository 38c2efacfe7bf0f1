import { type Delivery, deliveryStates } from '@carillon/contracts';
import { ChannelName, Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

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
});

export const presentDelivery = presenter(DeliveryView, (delivery: Delivery) => ({
  ...delivery,
  _id: delivery.id,
  campaign: delivery.campaignId,
  identifier: delivery.address,
  subscriber: delivery.subscriberId,
}));
