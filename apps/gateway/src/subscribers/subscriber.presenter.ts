import type { Channel, Subscriber, Variables } from '@carillon/contracts';

/** A subscriber as lists show it. */
export interface SubscriberView {
  _id: string;
  integration: Channel;
  identifier: string;
  subscriberToken: string;
  group: string;
  extraData: Variables;
  createdAt: string;
  updatedAt: string;
}

/** A subscriber by itself, as the answer to subscribe shows it. */
export interface OneSubscriberView extends SubscriberView {
  user: string;
  isVerified: true;
}

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
