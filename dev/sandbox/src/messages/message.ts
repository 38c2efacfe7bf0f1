import { type TextChannel } from '@carillon/fake-providers';

/** The channels whose messages the inbox can hold. */
export const channels = ['EMAIL', 'WHATSAPP', 'SMS'] as const;
export type Channel = (typeof channels)[number];

/** The receiver of status callbacks that a provider's account has named. */
export interface Callback {
  readonly account: string;
  readonly url: string;
}

/** A message that a simulated provider accepted: one body for one or more recipients. */
export interface Arrival {
  readonly channel: Channel;
  /**
   * The envelope sender for email, or the sending number for SMS and WhatsApp. Empty if the message has no sender.
   */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** The raw message for email, or the result of `phoneBody` for SMS and WhatsApp. */
  readonly body: Buffer;
  /** The provider's ID of the message. */
  readonly sid?: string;
  /** The receiver of status callbacks. */
  readonly callback?: Callback;
  /** Whether the message is a person's reply to a number that sends messages. */
  readonly isReply?: true;
}

/** A message in a list. */
export interface Entry {
  /** The message's number. */
  readonly seq: number;
  /** The ID of the arrival that contains the message's body. */
  readonly arrival: number;
  /** The time at which it was accepted (milliseconds since 1970). */
  readonly at: number;
  readonly channel: Channel;
  readonly to: string;
  readonly sender: string;
  readonly isReply: boolean;
}

/** The messages between a person and a number on one channel. */
export interface Conversation {
  readonly channel: TextChannel;
  readonly person: string;
  /** The number that sends messages. */
  readonly sender: string;
}

/** Returns the conversation of a message, or null for an email. */
export function conversationOf({ channel, to, sender, isReply }: Entry): Conversation | null {
  if (channel === 'EMAIL') return null;
  return isReply ? { channel, person: sender, sender: to } : { channel, person: to, sender };
}

/** A message in its stored form. */
export interface Stored {
  readonly sender: string;
  /** The provider's ID of the message. */
  readonly sid: string | null;
  readonly callback: Callback | null;
  readonly body: Buffer;
}

/** Header fields by lowercase name. A repeated name has its values in order of appearance. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** One message to one recipient, in the format of `GET /api/messages`. */
export interface Message {
  readonly channel: Channel;
  readonly to: string;
  readonly from: string;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: HeaderFields | null;
  /** The URL of the picture or another file of an SMS or a WhatsApp message. Null: none. */
  readonly mediaUrl: string | null;
  readonly attachments: readonly Attachment[];
  /** The time at which the message was accepted: ISO 8601, UTC, with milliseconds. */
  readonly at: string;
}

/** A file in an email. `bytes`: its size. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}
