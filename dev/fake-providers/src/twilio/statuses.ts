import { type TwilioCode } from './errors';

/** What Twilio says of a message that it sends. https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
export type MessageStatus = 'queued' | 'accepted' | 'sent' | 'delivered' | 'read' | 'undelivered';

/** One status callback. */
export interface StatusStep {
  readonly status: MessageStatus;
  readonly errorCode?: TwilioCode;
}

/** All that is reported of a message after it was accepted, in this order. */
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

/** How far along each status is: a late report does not take a message back. */
export const progress: Readonly<Record<MessageStatus, number>> = {
  accepted: 0,
  queued: 1,
  sent: 2,
  undelivered: 3,
  delivered: 3,
  read: 4,
};
