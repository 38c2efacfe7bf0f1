import { type Failure, classify } from './codes/twilio-codes';

/** The delivery state of each of Twilio's words for a message's state; null: the word is ignored. */
const words: Readonly<Record<string, 'SENT' | 'DELIVERED' | 'READ' | 'FAILED' | null>> = {
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
  // Inbound.
  receiving: null,
  received: null,
};

/** Returns the delivery state of a MessageStatus. https://www.twilio.com/docs/messaging/api/message-resource */
export function messageWord(status: string): 'SENT' | 'DELIVERED' | 'READ' | 'FAILED' | null {
  return Object.hasOwn(words, status) ? (words[status] ?? null) : null;
}

export interface MessageReport {
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED';
  reason: string | null;
  permanent: boolean;
  providerCode: string | null;
  suppress?: 'STOPPED';
  /** The sender cannot be used for any recipient. */
  stopsSender?: true;
}

/** Returns the report of a status callback; null if it is ignored. `errorCode` is its ErrorCode, null if absent. */
export function messageReport(status: string, errorCode: string | null): MessageReport | null {
  const word = messageWord(status);
  if (word === null) return null;
  if (word !== 'FAILED') return { status: word, reason: null, permanent: false, providerCode: null };
  const { reason, permanent, suppress, stopsSender } = failureOf(status, errorCode);
  return {
    status: word,
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
