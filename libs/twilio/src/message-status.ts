import type { DeliveryReason } from '@carillon/contracts';
import { type Failure, classify } from './codes/twilio-codes';

type DeliveryState = 'SENT' | 'DELIVERED' | 'READ' | 'FAILED';

/** The delivery state for each of Twilio's message statuses; null: the status is ignored. */
const states: Readonly<Record<string, DeliveryState | null>> = {
  // Twilio has the message: its own queue makes no difference here.
  accepted: 'SENT',
  scheduled: 'SENT',
  queued: 'SENT',
  sending: 'SENT',
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  undelivered: 'FAILED',
  failed: 'FAILED',
  canceled: 'FAILED',
  // For a group message: only some recipients have it.
  partially_delivered: null,
  // The status of an inbound message.
  receiving: null,
  received: null,
};

/** Returns the delivery state for a MessageStatus. https://www.twilio.com/docs/messaging/api/message-resource */
export function deliveryState(status: string): DeliveryState | null {
  return Object.hasOwn(states, status) ? (states[status] ?? null) : null;
}

export interface MessageReport {
  status: DeliveryState;
  reason: DeliveryReason | null;
  permanent: boolean;
  providerCode: string | null;
  suppress?: 'STOPPED';
  /** The sender cannot be used for any recipient. */
  stopsSender?: true;
}

/** Returns the report of a status callback; null if it is ignored. `errorCode` is its ErrorCode, null if absent. */
export function messageReport(status: string, errorCode: string | null): MessageReport | null {
  const state = deliveryState(status);
  if (state === null) return null;
  if (state !== 'FAILED') return { status: state, reason: null, permanent: false, providerCode: null };
  const { reason, permanent, suppress, stopsSender } = failureOf(status, errorCode);
  return {
    status: state,
    reason,
    permanent,
    providerCode: errorCode === '' ? null : errorCode,
    ...(suppress && { suppress }),
    ...(stopsSender && { stopsSender }),
  };
}

function failureOf(status: string, errorCode: string | null): Failure {
  const isCanceled = status === 'canceled' && (errorCode === null || errorCode === '');
  return isCanceled ? { reason: 'CANCELED_AT_PROVIDER', permanent: true } : classify(errorCode);
}
