import type { Subscriber, Variables } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { extraDataRule } from '../input/extra-data';
import { ChannelName, Id, Text, Time, View, presenter } from '../openapi/view';

const whom = {
  _id: Id(),
  integration: ChannelName,
  identifier: Text('ann@example.com', { description: 'In canonical form' }),
  subscriberToken: Text('nJq5cW8mT2xKp7yRb4vLz1hFd6gSa3eU0iOwQtYkXjM', { description: 'For ever the same' }),
  group: Id(),
};
const extraData = Type.Unsafe<Variables>(extraDataRule.schema);
const times = { createdAt: Time(), updatedAt: Time() };

/** A subscriber as lists show it. */
export const SubscriberView = View('Subscriber', { ...whom, extraData, ...times });
/** A subscriber by itself, as the answer to subscribe shows it. */
export const OneSubscriberView = View('OneSubscriber', {
  ...whom,
  user: Id(),
  extraData,
  isVerified: Type.Literal(true),
  ...times,
});

/** Written out, for a list of these comes whole: to project one costs as much as to write it as JSON. */
export function presentSubscriber(subscriber: Subscriber): Static<typeof SubscriberView> {
  return {
    _id: subscriber.id,
    integration: subscriber.channel,
    identifier: subscriber.address,
    subscriberToken: subscriber.token,
    group: subscriber.groupId,
    extraData: subscriber.extraData,
    createdAt: subscriber.createdAt,
    updatedAt: subscriber.updatedAt,
  };
}

export const presentOneSubscriber = presenter(OneSubscriberView, (subscriber: Subscriber) => ({
  ...presentSubscriber(subscriber),
  user: subscriber.userId,
  isVerified: true as const,
}));
