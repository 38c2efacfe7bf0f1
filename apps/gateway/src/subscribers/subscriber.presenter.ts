import type { Subscriber, Variables } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { extraDataRule } from '../input/extra-data';
import { ChannelName, Id, Text, Time, View } from '../openapi/view';

/** A subscriber as lists show it. */
export const SubscriberView = View('Subscriber', {
  _id: Id(),
  integration: ChannelName,
  identifier: Text('ann@example.com', { description: 'In canonical form' }),
  subscriberToken: Text('nJq5cW8mT2xKp7yRb4vLz1hFd6gSa3eU0iOwQtYkXjM', { description: 'For ever the same' }),
  group: Id(),
  extraData: Type.Unsafe<Variables>(extraDataRule.schema),
  createdAt: Time(),
  updatedAt: Time(),
});
export type SubscriberView = Static<typeof SubscriberView>;

/** A subscriber by itself, as the answer to subscribe shows it. */
export const OneSubscriberView = View('OneSubscriber', {
  ...SubscriberView.properties,
  user: Id(),
  isVerified: Type.Literal(true),
});
export type OneSubscriberView = Static<typeof OneSubscriberView>;

export function presentSubscriber(subscriber: Subscriber): SubscriberView {
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

export function presentOneSubscriber(subscriber: Subscriber): OneSubscriberView {
  const { _id, integration, identifier, subscriberToken, group, extraData, ...times } =
    presentSubscriber(subscriber);
  const user = subscriber.userId;
  return {
    _id,
    integration,
    identifier,
    subscriberToken,
    group,
    user,
    extraData,
    isVerified: true,
    ...times,
  };
}
