import { conversationOf, type Conversation, type Entry } from '../messages/message';
import { type MessageStore } from '../messages/message-store';
import { readContent } from '../messages/read-message';
import { Problem, type Answer, type Ask } from './answer';
import { html, type Html } from './html';
import { board } from './page/board';
import { bubbles } from './page/bubbles';
import { chat } from './page/chat';
import { help } from './page/help';
import { back } from './page/icons';
import { layout, panes, phones } from './page/layout';
import { list } from './page/list';
import { message, tabs, tabsOf } from './page/message';
import { renderedMail } from './page/rendered-mail';
import { viewOf, type View } from './page/view';
import { wholeNumber } from './query';
import { type Sources } from './sources';

/** Messages of a conversation that are shown. */
const TALK = 200;

/** `GET /`: the channels side by side. */
export async function boardPage(sources: Sources, { query }: Ask): Promise<Answer> {
  const view = viewOf(query);
  return page(
    200,
    layout({ title: 'Inbox', view, shows: 'board', content: phones(await board(sources, view)) }),
  );
}

/** `GET /board`: the same alone, for a page that is open to bring itself up to date. */
export async function boardFragment(sources: Sources, { query }: Ask): Promise<Answer> {
  return page(200, (await board(sources, viewOf(query))).markup);
}

/** `GET /messages`: all as a list, and beside it how to use the sandbox. */
export async function listPage(sources: Sources, { query }: Ask): Promise<Answer> {
  const view = viewOf(query);
  const content = panes(await list(sources.store, view), help(sources));
  return page(200, layout({ title: 'Messages', view, shows: 'list', content }));
}

/** `GET /help`: how to use the sandbox. */
export async function helpPage(sources: Sources, { query }: Ask): Promise<Answer> {
  const view = viewOf(query);
  const content = panes(await list(sources.store, view), help(sources));
  return page(200, layout({ title: 'Try a failure', view, shows: 'pane', content }));
}

/** `GET /list`: the list alone, for a page that is open to bring itself up to date. */
export async function listFragment(store: MessageStore, { query }: Ask): Promise<Answer> {
  const open = wholeNumber(query, 'open', Number.MAX_SAFE_INTEGER);
  return page(200, (await list(store, viewOf(query), open)).markup);
}

/** `GET /messages/:number`: the list with one message beside it, of a phone with the conversation that it is part of. */
export async function messagePage(sources: Sources, ask: Ask): Promise<Answer> {
  const { store } = sources;
  const view = viewOf(ask.query);
  const entry = found(store, ask.parameter);
  const conversation = conversationOf(entry);
  const { title, pane } = conversation
    ? { title: conversation.person, pane: await chatPane(sources, conversation, entry.seq, view) }
    : await mailPane(store, entry, ask);
  const content = panes(await list(store, view, entry.seq), pane);
  return page(200, layout({ title, view, shows: 'pane', content }));
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

/** `GET /messages/:number/chat`: the conversation alone, for a page that is open to bring itself up to date. */
export async function chatFragment(sources: Sources, { parameter }: Ask): Promise<Answer> {
  const { seq: open, ...entry } = found(sources.store, parameter);
  const conversation = present(conversationOf({ seq: open, ...entry }));
  return page(200, (await bubbles(sources, conversation, { limit: TALK, open })).markup);
}

/** `GET /messages/:number/rendered`: what the frame shows. Loads nothing from elsewhere without `?remote=1`. */
export async function renderedPage(store: MessageStore, { query, parameter }: Ask): Promise<Answer> {
  const content = present(await readContent(store, found(store, parameter), { inlineImages: true }));
  if (content.html === null) throw new Problem(404, 'This message has no HTML.');
  return renderedMail(content.html, query.get('remote') === '1');
}

/** `GET /messages/:number/source`: the message as it travelled, to be saved. */
export function sourceFile(store: MessageStore, { parameter }: Ask): Answer {
  const entry = found(store, parameter);
  const { body } = present(store.read(entry));
  const name = `message-${entry.seq}.${entry.channel === 'EMAIL' ? 'eml' : 'txt'}`;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body };
}

/** `POST /empty`: the button's way to empty the inbox. */
export function emptyInbox(store: MessageStore): Answer {
  store.clear();
  return { status: 303, headers: { location: '/' }, body: '' };
}

/** What went wrong, beside a list that still works. */
export async function problemPage(
  store: MessageStore,
  { status, title, detail, headers }: Problem,
): Promise<Answer> {
  const view: View = { to: '', channel: undefined, before: undefined };
  const pane = html`<article class="help">
    <a class="back" href="/">${back}Inbox</a>
    <h1>${title}</h1>
    <p>${detail}</p>
  </article>`;
  const content = panes(await list(store, view), pane);
  const answer = page(status, layout({ title, view, shows: 'pane', content }));
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function found(store: MessageStore, number: string): Entry {
  return present(store.find(Number(number)) ?? null);
}

function present<T>(value: T | null): T {
  if (value === null)
    throw new Problem(404, 'There is no such message. It may have made room for newer ones.');
  return value;
}

function page(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
