import type { Topic } from '@carillon/contracts';
import { Id, Text, Time, View, presenter } from '../../openapi/view';

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
