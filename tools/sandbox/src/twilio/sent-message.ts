import { randomUUID } from 'node:crypto';
import { type TextChannel } from '../messages/message';
import { type Account } from './accounts';
import { progress, type MessageStatus, type Step } from './courses';
import { type MessageRequest } from './message-request';
import { segments } from './segments';
import { type TwilioCode } from './twilio-errors';

/** A message that was accepted, and how far it has come. */
export class SentMessage {
  readonly sid: string = newSid('SM');
  readonly createdAt = new Date();
  status: MessageStatus;
  errorCode: TwilioCode | null = null;
  sentAt: Date | null = null;
  updatedAt = this.createdAt;

  constructor(
    readonly account: Account,
    readonly request: MessageRequest,
  ) {
    this.status = request.messagingServiceSid === null ? 'queued' : 'accepted';
  }

  get channel(): TextChannel {
    return this.request.channel;
  }

  /** WhatsApp has no segments: always one. */
  get segments(): number {
    return this.channel === 'SMS' ? segments(this.request.text) : 1;
  }

  /** A report counts only forwards, in whatever order reports go out. @returns whether it changed anything */
  advance({ status, errorCode }: Step): boolean {
    if (progress[status] <= progress[this.status]) return false;
    this.status = status;
    this.errorCode = errorCode ?? null;
    this.updatedAt = new Date();
    this.sentAt ??= progress[status] >= progress.sent ? this.updatedAt : null;
    return true;
  }
}

/** A number as Twilio writes it: `whatsapp:+…` for WhatsApp, bare for SMS. */
export function twilioAddress(channel: TextChannel, number: string): string {
  return channel === 'WHATSAPP' ? `whatsapp:${number}` : number;
}

/** Two letters and 32 hex digits. */
export function newSid(prefix: string): string {
  return prefix + randomUUID().replaceAll('-', '');
}
