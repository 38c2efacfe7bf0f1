import { type Suppression, suppressionReasons } from '@carillon/contracts';
import type { Static } from '@sinclair/typebox';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View } from '../openapi/view';

/** An address that must not be written to on a channel. */
export const SuppressionView = View('Suppression', {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  sender: OrNull(Text('+14155552671', { description: 'The number or service that was told to stop' })),
  reason: OneOf(suppressionReasons, { $id: 'SuppressionReason', examples: ['MANUAL'] }),
  createdAt: Time({ description: 'Since when the reason holds' }),
});
export type SuppressionView = Static<typeof SuppressionView>;

export function presentSuppression(suppression: Suppression): SuppressionView {
  const { id, userId, channel, address, sender, reason, createdAt } = suppression;
  return { _id: id, user: userId, channel, identifier: address, sender, reason, createdAt };
}
