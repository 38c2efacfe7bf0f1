import { Type } from '@sinclair/typebox';

/** Reasons that the dispatcher decides. */
const dispatcherReasons = [
  'NO_INTEGRATION',
  'NO_MESSAGE',
  'SUPPRESSED',
  'EXCLUDED',
  'UNSUBSCRIBED',
  'TOPIC_OPTED_OUT',
  'SNOOZED',
  'ERASED',
  'EXPIRED',
  'RAMP_UP_LIMIT',
  'WORKER_LOST',
] as const;

/** Reasons that concern the address or the person behind it. */
const recipientReasons = [
  'INVALID_ADDRESS',
  'NO_SUCH_ADDRESS',
  'NO_SUCH_DOMAIN',
  'DOMAIN_TAKES_NO_MAIL',
  'UNKNOWN_ADDRESS',
  'UNREACHABLE_ADDRESS',
  'MAILBOX_BUSY',
  'MAILBOX_DISABLED',
  'MAILBOX_FULL',
  'MAILBOX_MOVED',
  'HANDSET_UNREACHABLE',
  'INTERNATIONAL_ADDRESS',
  'LANDLINE',
  'NOT_A_MOBILE_NUMBER',
  'NOT_ON_WHATSAPP',
  'NOT_REACHABLE_BY_RCS',
  'PREMIUM_NUMBER',
  'BLOCKED_BY_RECIPIENT',
  'COMPLAINT',
  'OPTED_OUT',
  'OUTSIDE_WINDOW',
  'MARKETING_LIMIT',
  'LIMITED_BY_WHATSAPP',
  'SUPPRESSED_BY_PROVIDER',
  'TOO_MANY_FOR_RECIPIENT',
  'NOT_IN_SANDBOX',
  'RECIPIENT_NOT_VERIFIED',
  'SAME_SENDER_AND_RECIPIENT',
] as const;

/** Reasons that concern the message. */
const messageReasons = [
  'ATTACHMENT_MISSING',
  'BLOCKED',
  'CONTENT_REFUSED',
  'EMPTY_MESSAGE',
  'EMPTY_SUBJECT',
  'FILTERED',
  'FRAUD_SUSPECTED',
  'MEDIA_NOT_SUPPORTED',
  'MEDIA_UNREACHABLE',
  'MESSAGE_TOO_BIG',
  'MESSAGE_TOO_LONG',
  'POLICY_REFUSED',
  'PRICE_TOO_HIGH',
  'TEMPLATE_MISSING',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_PAUSED',
  'TEMPLATE_REFUSED',
  'TEMPLATE_VARIABLES_REFUSED',
  'TEMPLATE_VARIABLE_EMPTY',
  'VALIDITY_EXPIRED',
  'VALIDITY_REFUSED',
] as const;

/** Reasons that concern the sender, its settings, or its account at the provider. */
const senderReasons = [
  'ACCESS_DENIED',
  'ACCOUNT_INACTIVE',
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_RESTRICTED',
  'ACCOUNT_SUSPENDED',
  'BUSINESS_ACCOUNT_DISABLED',
  'BUSINESS_ACCOUNT_LOCKED',
  'BUSINESS_ACCOUNT_REFUSED',
  'CALLBACK_URL_REFUSED',
  'CHANNELS_DIFFER',
  'CREDENTIALS_MISSING',
  'CREDENTIALS_UNREADABLE',
  'INTEGRATION_NOT_FOUND',
  'LOGIN_NOT_OFFERED',
  'LOGIN_REFUSED',
  'LOGIN_REQUIRED',
  'LOGIN_UNAVAILABLE',
  'MESSAGING_SERVICE_EMPTY',
  'MESSAGING_SERVICE_NOT_FOUND',
  'PROVIDER_ACCOUNT_PAUSED',
  'REGION_NOT_ENABLED',
  'REGISTRATION_SUSPENDED',
  'SENDER_AMBIGUOUS',
  'SENDER_BLOCKED',
  'SENDER_CERTIFICATE_REFUSED',
  'SENDER_DEFERRED',
  'SENDER_PAUSED',
  'SENDER_LOGIN_REFUSED',
  'SENDER_MISSING',
  'SENDER_NOT_CAPABLE',
  'SENDER_NOT_FOUND',
  'SENDER_NOT_REGISTERED',
  'SENDER_NOT_VERIFIED',
  'SENDER_REFUSED',
  'SETTINGS_INVALID',
  'TEST_CREDENTIALS',
  'TRIAL_ACCOUNT',
  'UNROUTABLE',
] as const;

/** Reasons that concern the provider, the carrier, or the connection. */
const providerReasons = [
  'ANSWER_UNREADABLE',
  'CANCELED_AT_PROVIDER',
  'CARRIER_CONGESTED',
  'CARRIER_ERROR',
  'CARRIER_LIMIT',
  'CARRIER_TIMEOUT',
  'CHANNEL_ERROR',
  'CHANNEL_LIMIT',
  'CONNECTION_FAILED',
  'CONNECTION_LOST',
  'CONNECTION_REFUSED',
  'DAILY_LIMIT',
  'DOMAIN_GROUP_LIMITED',
  'ENCRYPTION_REQUIRED',
  'HOST_NOT_ALLOWED',
  'HOST_NOT_FOUND',
  'HOST_UNREACHABLE',
  'MAINTENANCE',
  'NOT_A_MAIL_SERVER',
  'NOT_DELIVERED_IN_TIME',
  'NO_ANSWER',
  'NO_FREE_CONNECTION',
  'QUEUE_FULL',
  'RATE_LIMITED',
  'REFUSED',
  'REFUSED_FOR_NOW',
  'REJECTED',
  'REQUEST_NOT_ALLOWED',
  'REQUEST_REFUSED',
  'RETURNED',
  'SERVER_BUSY',
  'SERVER_CONFUSED',
  'SERVER_ERROR',
  'SERVER_FULL',
  'SERVER_REFUSED',
  'SERVER_TIMEOUT',
  'SERVER_TROUBLE',
  'SERVICE_UNAVAILABLE',
  'SLOW_DOWN',
  'TLS_FAILED',
  'TOO_MANY_REQUESTS',
  'UNEXPECTED_ANSWER',
  'UNREACHABLE_FOR_NOW',
] as const;

/** Reasons within a worker. */
const workerReasons = ['LEASE_LOST', 'WORKER_ERROR', 'WORKER_STOPPED'] as const;

/**
 * Reasons that concern the provider or the connection and not the recipient. With another sender, the message may be
 * accepted.
 */
const otherSenderReasons: readonly string[] = [
  ...senderReasons,
  'CHANNEL_ERROR',
  'CHANNEL_LIMIT',
  'CONNECTION_FAILED',
  'CONNECTION_LOST',
  'CONNECTION_REFUSED',
  'DAILY_LIMIT',
  'ENCRYPTION_REQUIRED',
  'HOST_NOT_ALLOWED',
  'HOST_NOT_FOUND',
  'HOST_UNREACHABLE',
  'MAINTENANCE',
  'NOT_A_MAIL_SERVER',
  'QUEUE_FULL',
  'RATE_LIMITED',
  'REQUEST_NOT_ALLOWED',
  'REQUEST_REFUSED',
  'SERVER_BUSY',
  'SERVER_ERROR',
  'SERVER_FULL',
  'SERVER_REFUSED',
  'SERVER_TROUBLE',
  'SERVICE_UNAVAILABLE',
  'TLS_FAILED',
  'TOO_MANY_REQUESTS',
] satisfies readonly (typeof senderReasons | typeof providerReasons)[number][];

/** Whether another sender of a pool may deliver a message that was refused for this reason. */
export function failsOver(reason: DeliveryReason | null): boolean {
  return reason !== null && otherSenderReasons.includes(reason);
}

/** Why a delivery is in its state, and why a sender cannot be used. */
export const deliveryReasons = [
  ...dispatcherReasons,
  ...recipientReasons,
  ...messageReasons,
  ...senderReasons,
  ...providerReasons,
  ...workerReasons,
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** Why a channel of a campaign, or the campaign as a whole, does not progress. */
export const waitingReasons = [
  ...deliveryReasons,
  'FALLBACK_POSSIBLE',
  'NO_WORKER',
  'PLANNING_FAILED',
  'RAMP_UP_PAUSED',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/**
 * Reasons travel and are stored as plain strings, because processes of the next release may add reasons while this
 * release still runs. Within a release, the code must name each of its reasons.
 */
export const DeliveryReason = Type.Unsafe<DeliveryReason>(Type.String());
export const WaitingReason = Type.Unsafe<WaitingReason>(Type.String());
