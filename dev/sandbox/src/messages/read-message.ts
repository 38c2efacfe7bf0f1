import { readEmail, readEmailHead } from './read-email';
import { type Content } from './content';
import { type Channel, type Entry, type Message } from './message';
import { type MessageStore } from './message-store';
import { readPhoneBody } from './phone-body';

/** A line in the list: the sender, and the subject or the beginning of the text. */
export interface Summary {
  readonly from: string;
  readonly title: string;
}

interface Reader {
  /**
   * Reads the whole body. `inlineImages` converts references to parts of the message into data that the page can
   * show.
   */
  read(body: Buffer, options: { inlineImages: boolean }): Promise<Content>;
  /** Reads the first bytes of the body, which is enough for a list. */
  readHead(head: Buffer): Promise<Pick<Content, 'from' | 'subject' | 'text'>>;
}

const plainText = {
  read: (body: Buffer): Promise<Content> => Promise.resolve(textContent(body)),
  readHead: (head: Buffer): Promise<Content> => Promise.resolve(textContent(head)),
};

/** The reader of each channel's body. */
const readers: Record<Channel, Reader> = {
  EMAIL: { read: readEmail, readHead: readEmailHead },
  SMS: plainText,
  WHATSAPP: plainText,
};

/** The number of bytes that contain the header of any mail that is not hostile. */
const HEAD_BYTES = 32 * 1024;
const TITLE_CHARACTERS = 200;

/** A parsed body with the data of its envelope. */
export interface OpenContent extends Content {
  readonly from: string;
  readonly sid: string | null;
}

/** Returns a message with its parsed body, or null if the message was evicted in the meantime. */
export async function readContent(
  store: MessageStore,
  entry: Entry,
  options: { inlineImages: boolean },
): Promise<OpenContent | null> {
  const stored = store.read(entry);
  if (!stored) return null;
  const content = await readers[entry.channel].read(stored.body, options);
  return { ...content, from: content.from ?? stored.sender, sid: stored.sid };
}

/** Returns a message in the API's format, or null if the message was evicted in the meantime. */
export async function readMessage(store: MessageStore, entry: Entry): Promise<Message | null> {
  const content = await readContent(store, entry, { inlineImages: false });
  if (!content) return null;
  const { channel, to, at } = entry;
  const { from, subject, html, text, headers, mediaUrl, attachments } = content;
  const parts = { subject, html, text, headers, mediaUrl, attachments };
  return { channel, to, from, ...parts, at: new Date(at).toISOString() };
}

/**
 * Returns a message's line in the list, from its first bytes only. Returns null if the message was evicted in the
 * meantime.
 */
export async function readSummary(store: MessageStore, entry: Entry): Promise<Summary | null> {
  const stored = store.read(entry, HEAD_BYTES);
  if (!stored) return null;
  const { from, subject, text } = await readers[entry.channel].readHead(stored.body);
  return { from: from ?? stored.sender, title: (subject ?? text ?? '').slice(0, TITLE_CHARACTERS) };
}

function textContent(body: Buffer): Content {
  return {
    from: null,
    subject: null,
    html: null,
    ...readPhoneBody(body),
    headers: null,
    attachments: [],
  };
}
