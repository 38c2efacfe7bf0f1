import type { ConsentDetails, Subscriber, Variables } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { consentRule } from '../../http/input/consent';
import { extraDataRule } from '../../http/input/extra-data';
import { ChannelName, Id, Text, Time, View, presenter } from '../../openapi/view';

const whom = {
  _id: Id(),
  integration: ChannelName,
  identifier: Text('ann@example.com', { description: 'In canonical form' }),
  subscriberToken: Text('nJq5cW8mT2xKp7yRb4vLz1hFd6gSa3eU0iOwQtYkXjM', { description: 'Never changes' }),
  group: Id(),
};
const extraData = Type.Unsafe<Variables>(extraDataRule.schema);
const consent = Type.Optional(Type.Unsafe<ConsentDetails>(consentRule.schema));
const times = { createdAt: Time(), updatedAt: Time() };

/** A subscriber in a list. */
export const SubscriberView = View('Subscriber', { ...whom, extraData, consent, ...times });
/** A single subscriber, as in the response to subscribe. */
export const OneSubscriberView = View('OneSubscriber', {
  ...whom,
  user: Id(),
  extraData,
  consent,
  isVerified: Type.Boolean({
    description: 'false: the person must confirm the email address first, and is not a member yet',
    examples: [true],
  }),
  ...times,
});

/**
 * Written by hand, because lists contain all subscribers, and projecting a subscriber costs as much as serializing it
 * to JSON.
 */
export function presentSubscriber(subscriber: Subscriber): Static<typeof SubscriberView> {
  return {
    _id: subscriber.id,
    integration: subscriber.channel,
    identifier: subscriber.address,
    subscriberToken: subscriber.token,
    group: subscriber.groupId,
    extraData: subscriber.extraData,
    ...(subscriber.consent && { consent: subscriber.consent }),
    createdAt: subscriber.createdAt,
    updatedAt: subscriber.updatedAt,
  };
}

export const presentOneSubscriber = presenter(OneSubscriberView, (subscriber: Subscriber) => ({
  ...presentSubscriber(subscriber),
  user: subscriber.userId,
  isVerified: true,
}));

/** A subscriber who joins the group after confirming the address. */
export const presentPendingSubscriber = presenter(OneSubscriberView, (subscriber: Subscriber) => ({
  ...presentSubscriber(subscriber),
  user: subscriber.userId,
  isVerified: false,
}));
