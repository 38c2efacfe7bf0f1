import type { Topic, TopicOptOut } from '@carillon/contracts';
import { ChannelName, Id, OrNull, Text, Time, View, presenter } from '../../openapi/view';

export const TopicView = View('Topic', {
  _id: Id(),
  user: Id(),
  name: Text('Offers', { description: 'The name that people see' }),
  description: Text('Discounts and sales, about twice a month', {
    description: 'The explanation that people see. Empty: none',
  }),
  createdAt: Time(),
  updatedAt: Time(),
});

export const presentTopic = presenter(TopicView, (topic: Topic) => ({
  ...topic,
  _id: topic.id,
  user: topic.userId,
}));

/** An address whose person left a topic. */
export const TopicOptOutView = View('TopicOptOut', {
  _id: Id(),
  channel: ChannelName,
  identifier: Text('ann@example.com'),
  source: OrNull(Text('campaign 6560f0a1b2c3d4e5f6a7b8c9', { description: 'The evidence' })),
  createdAt: Time({ description: 'When the person left the topic' }),
});

export const presentOptOut = presenter(TopicOptOutView, (optOut: TopicOptOut) => ({
  ...optOut,
  _id: optOut.id,
  identifier: optOut.address,
}));
