import { type InboundMessage, inboundMeanings } from '@carillon/contracts';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

/** A message that a person sent. */
export const InboundMessageView = View('InboundMessage', {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  identifier: Text('+14155552671', { description: 'Who wrote it' }),
  sender: OrNull(Text('+14155550100', { description: 'The number or service that they wrote to' })),
  integration: Id(),
  text: Text('Please take me off your list', { description: 'The text, or the label of the button' }),
  meaning: OrNull(
    OneOf(inboundMeanings, { description: 'STOP: they are suppressed. null: it was not understood' }),
  ),
  receivedAt: Time(),
  optedOutAt: OrNull(Time(), { description: 'When somebody of the account read an opt-out in it' }),
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
