import { conversationOf, type Conversation, type Entry } from '../messages/message';
import { type MessageStore } from '../messages/message-store';
import { readContent } from '../messages/read-message';
import { html, type Html } from './html';
import { board } from './page/board';
import { bubbles } from './page/bubbles';
import { chat } from './page/chat';
import { help } from './page/help';
import { back } from './page/icons';
import { layout, panes, phones } from './page/layout';
import { list } from './page/list';
import { message, tabs, tabsOf } from './page/message';
import { renderedMail, type RenderedMail } from './page/rendered-mail';
import { viewOf, type View } from './page/view';
import { Problem } from '../problem';
import { wholeNumber } from '../messages/query';
import { type Sources } from './sources';

/** The parameters of a page. */
export interface Ask {
  readonly query: URLSearchParams;
  /** The number of the message in the path, or an empty text without one. */
  readonly number: string;
}

/** The maximum number of messages that a conversation shows. */
const TALK = 200;

/** `GET /`: the channels side by side. */
export async function boardPage(sources: Sources, { query }: Ask): Promise<string> {
  const view = viewOf(query);
  return layout({ title: 'Inbox', view, shows: 'board', content: phones(await board(sources, view)) });
}

/** `GET /board`: only the channels, to update an open page. */
export async function boardFragment(sources: Sources, { query }: Ask): Promise<string> {
  return (await board(sources, viewOf(query))).markup;
}

/** `GET /messages`: all messages as a list, next to the instructions for the sandbox. */
export async function listPage(sources: Sources, { query }: Ask): Promise<string> {
  const view = viewOf(query);
  const content = panes(await list(sources.store, view), help(sources));
  return layout({ title: 'Messages', view, shows: 'list', content });
}

/** `GET /help`: the instructions for the sandbox. */
export async function helpPage(sources: Sources, { query }: Ask): Promise<string> {
  const view = viewOf(query);
  const content = panes(await list(sources.store, view), help(sources));
  return layout({ title: 'Try a failure', view, shows: 'pane', content });
}

/** `GET /list`: only the list, to update an open page. */
export async function listFragment(store: MessageStore, { query }: Ask): Promise<string> {
  const open = wholeNumber(query, 'open', Number.MAX_SAFE_INTEGER);
  return (await list(store, viewOf(query), open)).markup;
}

/**
 * `GET /messages/:number`: the list with one message next to it. For SMS and WhatsApp, shows the message's whole
 * conversation.
 */
export async function messagePage(sources: Sources, ask: Ask): Promise<string> {
  const { store } = sources;
  const view = viewOf(ask.query);
  const entry = found(store, ask.number);
  const conversation = conversationOf(entry);
  const { title, pane } = conversation
    ? { title: conversation.person, pane: await chatPane(sources, conversation, entry.seq, view) }
    : await mailPane(store, entry, ask);
  const content = panes(await list(store, view, entry.seq), pane);
  return layout({ title, view, shows: 'pane', content });
}

async function mailPane(
  store: MessageStore,
  entry: Entry,
  { query }: Ask,
): Promise<{ title: string; pane: Html }> {
  const content = present(await readContent(store, entry, { inlineImages: false }));
  const { body: source } = present(store.read(entry));
  const has = tabsOf(content);
  const tab = tabs.find((each) => each === query.get('tab') && has.includes(each)) ?? has[0] ?? 'source';
  const remote = query.get('remote') === '1';
  const pane = message({ entry, content, source, tab, remote }, viewOf(query));
  return { title: content.subject?.trim() ? content.subject : entry.to, pane };
}

async function chatPane(
  sources: Sources,
  conversation: Conversation,
  open: number,
  view: View,
): Promise<Html> {
  return chat(conversation, open, await bubbles(sources, conversation, { limit: TALK, open }), view);
}

/** `GET /messages/:number/chat`: only the conversation, to update an open page. */
export async function chatFragment(sources: Sources, { number }: Ask): Promise<string> {
  const { seq: open, ...entry } = found(sources.store, number);
  const conversation = present(conversationOf({ seq: open, ...entry }));
  return (await bubbles(sources, conversation, { limit: TALK, open })).markup;
}

/** `GET /messages/:number/rendered`: the content of the frame. Loads nothing from other hosts without `?remote=1`. */
export async function renderedPage(store: MessageStore, { query, number }: Ask): Promise<RenderedMail> {
  const content = present(await readContent(store, found(store, number), { inlineImages: true }));
  if (content.html === null) throw new Problem(404, 'This message has no HTML.');
  return renderedMail(content.html, query.get('remote') === '1');
}

/** `GET /messages/:number/source`: the raw message, and a file name for it. */
export function sourceFile(store: MessageStore, { number }: Ask): { name: string; body: Buffer } {
  const entry = found(store, number);
  const { body } = present(store.read(entry));
  return { name: `message-${entry.seq}.${entry.channel === 'EMAIL' ? 'eml' : 'txt'}`, body };
}

/** An error, next to a list that still works. */
export async function problemPage(store: MessageStore, { title, detail }: Problem): Promise<string> {
  const view: View = { to: '', channel: undefined, before: undefined };
  const pane = html`<article class="help">
    <a class="back" href="/">${back}Inbox</a>
    <h1>${title}</h1>
    <p>${detail}</p>
  </article>`;
  return layout({ title, view, shows: 'pane', content: panes(await list(store, view), pane) });
}

function found(store: MessageStore, number: string): Entry {
  return present(store.find(Number(number)) ?? null);
}

function present<T>(value: T | null): T {
  if (value === null)
    throw new Problem(404, 'Message not found. It may have been deleted to make room for newer ones.');
  return value;
}
