import { type Failure, classify } from './codes/twilio-codes';

/** What Twilio's words for a message's state say of a delivery; null: it is none of ours. */
const words: Readonly<Record<string, 'SENT' | 'DELIVERED' | 'READ' | 'FAILED' | null>> = {
  // Twilio has it: that it waits there changes nothing for us.
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
  // Of a group, some have it.
  partially_delivered: null,
  // Inbound.
  receiving: null,
  received: null,
};

/** The word of Twilio's MessageStatus in our language. https://www.twilio.com/docs/messaging/api/message-resource */
export function messageWord(status: string): 'SENT' | 'DELIVERED' | 'READ' | 'FAILED' | null {
  return Object.hasOwn(words, status) ? (words[status] ?? null) : null;
}

export interface MessageReport {
  status: 'SENT' | 'DELIVERED' | 'READ' | 'FAILED';
  reason: string | null;
  permanent: boolean;
  providerCode: string | null;
  suppress?: 'STOPPED';
}

/** What a status callback says; null: nothing for us. `errorCode` as in its ErrorCode, null without one. */
export function messageReport(status: string, errorCode: string | null): MessageReport | null {
  const word = messageWord(status);
  if (word === null) return null;
  if (word !== 'FAILED') return { status: word, reason: null, permanent: false, providerCode: null };
  const { reason, permanent, suppress } = failureOf(status, errorCode);
  return {
    status: word,
    reason,
    permanent,
    providerCode: errorCode === '' ? null : errorCode,
    ...(suppress && { suppress }),
  };
}

function failureOf(status: string, errorCode: string | null): Failure {
  const isCanceled = status === 'canceled' && (errorCode === null || errorCode === '');
  return isCanceled ? { reason: 'CANCELED_AT_PROVIDER', permanent: true } : classify(errorCode);
}
