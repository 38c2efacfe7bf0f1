import { readEmail, readEmailHead } from '../email/read-email';
import { type Content } from './content';
import { type Channel, type Entry, type Message } from './message';
import { type MessageStore } from './message-store';

/** What a line in the list says: the sender and the subject, or how the text begins. */
export interface Summary {
  readonly from: string;
  readonly title: string;
}

interface Reader {
  /** The whole body. `inlineImages` turns references to parts of the message into data the page can show. */
  read(body: Buffer, options: { inlineImages: boolean }): Promise<Content>;
  /** The same from the first bytes of the body, as far as a list needs it. */
  readHead(head: Buffer): Promise<Pick<Content, 'from' | 'subject' | 'text'>>;
}

const plainText = {
  read: (body: Buffer): Promise<Content> => Promise.resolve(textContent(body)),
  readHead: (head: Buffer): Promise<Content> => Promise.resolve(textContent(head)),
};

/** How each channel's body is read. */
const readers: Record<Channel, Reader> = {
  EMAIL: { read: readEmail, readHead: readEmailHead },
  SMS: plainText,
  WHATSAPP: plainText,
};

/** Enough for the header of any mail but a hostile one. */
const HEAD_BYTES = 32 * 1024;
const TITLE_CHARACTERS = 200;

/** A body and what is written on its envelope. */
export interface OpenContent extends Content {
  readonly from: string;
  readonly sid: string | null;
}

/** A message with its body taken apart; null when it was put out meanwhile. */
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

/** A message as the API answers it; null when it was put out meanwhile. */
export async function readMessage(store: MessageStore, entry: Entry): Promise<Message | null> {
  const content = await readContent(store, entry, { inlineImages: false });
  if (!content) return null;
  const { channel, to, at } = entry;
  const { from, subject, html, text, headers } = content;
  return { channel, to, from, subject, html, text, headers, at: new Date(at).toISOString() };
}

/** What a list says of a message, from its first bytes only; null when it was put out meanwhile. */
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
    text: body.toString('utf8'),
    headers: null,
    attachments: [],
  };
}
