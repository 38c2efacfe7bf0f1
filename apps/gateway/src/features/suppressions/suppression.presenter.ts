import { type Suppression, suppressionReasons } from '@carillon/contracts';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

/** An address that must not receive messages on a channel. */
export const SuppressionView = View('Suppression', {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  sender: OrNull(Text('+14155552671', { description: 'The number or service that received the opt-out' })),
  reason: OneOf(suppressionReasons, { $id: 'SuppressionReason', examples: ['MANUAL'] }),
  createdAt: Time({ description: 'When the reason took effect' }),
});

export const presentSuppression = presenter(SuppressionView, (suppression: Suppression) => ({
  ...suppression,
  _id: suppression.id,
  user: suppression.userId,
  identifier: suppression.address,
}));
