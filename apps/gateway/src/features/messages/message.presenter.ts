import { type InboundMessage, inboundMeanings } from '@carillon/contracts';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

/** A message that a person sent. */
export const InboundMessageView = View('InboundMessage', {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  identifier: Text('+14155552671', { description: 'The sender of the message' }),
  sender: OrNull(Text('+14155550100', { description: 'The number or service that received the message' })),
  integration: Id(),
  text: Text('Please take me off your list', { description: 'The text, or the label of the button' }),
  meaning: OrNull(
    OneOf(inboundMeanings, { description: 'STOP: the sender is suppressed. null: not recognized' }),
  ),
  receivedAt: Time(),
  optedOutAt: OrNull(Time(), { description: 'When a member marked the message as an opt-out' }),
});

export const presentMessage = presenter(
  InboundMessageView,
  ({ id, userId, address, senderId, ...message }: InboundMessage) => ({
    ...message,
    _id: id,
    user: userId,
    identifier: address,
    integration: senderId,
  }),
);
