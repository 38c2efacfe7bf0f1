import { type MessageStatus, type SentMessage } from '@carillon/fake-providers';
import { html, type Html } from '../html';
import { tick, twoTicks } from './icons';

const shown: Readonly<Record<MessageStatus, { readonly word: string; readonly sign: Html | null }>> = {
  accepted: { word: 'Accepted', sign: null },
  queued: { word: 'Queued', sign: null },
  sent: { word: 'Sent', sign: tick },
  delivered: { word: 'Delivered', sign: twoTicks },
  read: { word: 'Read', sign: twoTicks },
  undelivered: { word: 'Undelivered', sign: null },
};

/** The current status of a message. Messages from before the start of the sandbox have none. */
export function ticks(message: SentMessage | undefined): Html | null {
  if (!message) return null;
  const { word, sign } = shown[message.status];
  const { errorCode } = message;
  return html`<span class="ticks ${message.status}">${sign}${word}${errorCode && html` ${errorCode}`}</span>`;
}
