import { type TwilioCode } from './errors';

/**
 * The statuses that Twilio reports for an outbound message.
 * https://www.twilio.com/docs/messaging/api/message-resource#message-status-values
 */
export type MessageStatus = 'queued' | 'accepted' | 'sent' | 'delivered' | 'read' | 'undelivered';

/** One status callback. */
export interface StatusStep {
  readonly status: MessageStatus;
  readonly errorCode?: TwilioCode;
}

/** All statuses that are reported after a message was accepted, in this order. */
export type StatusSequence = readonly StatusStep[];

const queued: StatusStep = { status: 'queued' };
const sent: StatusStep = { status: 'sent' };
const delivered: StatusStep = { status: 'delivered' };

export const statusSequences = {
  usual: [queued, sent, delivered],
  read: [queued, sent, delivered, { status: 'read' }],
  unreachable: [queued, sent, { status: 'undelivered', errorCode: 30003 }],
  unknown: [queued, sent, { status: 'undelivered', errorCode: 30005 }],
  outsideWindow: [queued, { status: 'undelivered', errorCode: 63016 }],
  reversed: [delivered, sent, queued],
  twice: [queued, queued, sent, sent, delivered, delivered],
} as const satisfies Record<string, StatusSequence>;

/** The rank of each status. A late report never lowers a message's rank. */
export const progress: Readonly<Record<MessageStatus, number>> = {
  accepted: 0,
  queued: 1,
  sent: 2,
  undelivered: 3,
  delivered: 3,
  read: 4,
};
