import { type TextChannel } from '@carillon/fake-providers';

/** The channels whose messages the inbox can hold. */
export const channels = ['EMAIL', 'WHATSAPP', 'SMS'] as const;
export type Channel = (typeof channels)[number];

/** Where a provider's account wants to be told of what becomes of a message. */
export interface Callback {
  readonly account: string;
  readonly url: string;
}

/** What a pretend provider took in: one body for one or more recipients. */
export interface Arrival {
  readonly channel: Channel;
  /** The envelope's sender for email, the sending number for SMS and WhatsApp; empty when there is none. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** The message as it travelled for email, the plain text in UTF-8 for SMS and WhatsApp. */
  readonly body: Buffer;
  /** The provider's name for the message. */
  readonly sid?: string;
  /** Whom its sender wants told of it. */
  readonly callback?: Callback;
  /** A person wrote it: it went the other way, to a number that messages come from. */
  readonly isReply?: true;
}

/** A message as lists know it. */
export interface Entry {
  /** Its number. */
  readonly seq: number;
  /** Which arrival has its body. */
  readonly arrival: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: Channel;
  readonly to: string;
  readonly sender: string;
  readonly isReply: boolean;
}

/** What a person and a number have written to each other on one channel. */
export interface Conversation {
  readonly channel: TextChannel;
  readonly person: string;
  /** The number that messages come from. */
  readonly sender: string;
}

/** The conversation that a message belongs to; null for a mail. */
export function conversationOf({ channel, to, sender, isReply }: Entry): Conversation | null {
  if (channel === 'EMAIL') return null;
  return isReply ? { channel, person: sender, sender: to } : { channel, person: to, sender };
}

/** A message as it was written. */
export interface Stored {
  readonly sender: string;
  /** The provider's name for it. */
  readonly sid: string | null;
  readonly callback: Callback | null;
  readonly body: Buffer;
}

/** Header fields by lower-cased name; a name that occurs more than once has its values in order of appearance. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

/** One message in one person's inbox, exactly as `GET /api/messages` answers it. */
export interface Message {
  readonly channel: Channel;
  readonly to: string;
  readonly from: string;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: HeaderFields | null;
  /** When it was taken in: ISO 8601, UTC, milliseconds. */
  readonly at: string;
}
