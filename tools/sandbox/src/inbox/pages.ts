import { type MessageStore } from '../messages/message-store';
import { readContent } from '../messages/read-message';
import { type Entry } from '../messages/message-index';
import { Problem, type Answer, type Ask } from './answer';
import { html, type Html } from './html';
import { help } from './page/help';
import { back } from './page/icons';
import { layout } from './page/layout';
import { list } from './page/list';
import { message, tabs, tabsOf } from './page/message';
import { renderedMail } from './page/rendered-mail';
import { viewOf, type View } from './page/view';
import { wholeNumber } from './query';

/** `GET /` and `GET /help`: the list, and beside it how to use the sandbox. */
export async function inboxPage(
  store: MessageStore,
  { query, path }: Ask,
  smtpPort: number,
): Promise<Answer> {
  const view = viewOf(query);
  const narrow = path === '/help' ? 'pane' : 'list';
  const title = path === '/help' ? 'Try a failure' : 'Inbox';
  return page(200, layout({ title, view, list: await list(store, view), pane: help(smtpPort), narrow }));
}

/** `GET /list`: the list alone, for a page that is open to bring itself up to date. */
export async function listFragment(store: MessageStore, { query }: Ask): Promise<Answer> {
  const open = wholeNumber(query, 'open', Number.MAX_SAFE_INTEGER);
  return page(200, (await list(store, viewOf(query), open)).markup);
}

/** `GET /messages/:number`: the list with one message beside it. */
export async function messagePage(store: MessageStore, { query, parameter }: Ask): Promise<Answer> {
  const view = viewOf(query);
  const entry = found(store, parameter);
  const content = present(await readContent(store, entry, { inlineImages: false }));
  const { body: source } = present(await store.read(entry));
  const has = tabsOf(content);
  const tab = tabs.find((each) => each === query.get('tab') && has.includes(each)) ?? has[0] ?? 'source';
  const remote = query.get('remote') === '1';
  const pane = message({ entry, content, source, tab, remote }, view);
  const title = content.subject?.trim() ? content.subject : entry.to;
  return page(200, layout({ title, view, list: await list(store, view, entry.seq), pane, narrow: 'pane' }));
}

/** `GET /messages/:number/rendered`: what the frame shows. Loads nothing from elsewhere without `?remote=1`. */
export async function renderedPage(store: MessageStore, { query, parameter }: Ask): Promise<Answer> {
  const content = present(await readContent(store, found(store, parameter), { inlineImages: true }));
  if (content.html === null) throw new Problem(404, 'This message has no HTML.');
  return renderedMail(content.html, query.get('remote') === '1');
}

/** `GET /messages/:number/source`: the message as it travelled, to be saved. */
export async function sourceFile(store: MessageStore, { parameter }: Ask): Promise<Answer> {
  const entry = found(store, parameter);
  const { body } = present(await store.read(entry));
  const name = `message-${entry.seq}.${entry.channel === 'EMAIL' ? 'eml' : 'txt'}`;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body };
}

/** `POST /empty`: the button's way to empty the inbox. */
export async function emptyInbox(store: MessageStore): Promise<Answer> {
  await store.clear();
  return { status: 303, headers: { location: '/' }, body: '' };
}

/** What went wrong, beside a list that still works. */
export async function problemPage(
  store: MessageStore,
  { status, title, detail, headers }: Problem,
): Promise<Answer> {
  const view: View = { to: '', channel: undefined, before: undefined };
  const pane: Html = html`<article class="help">
    <a class="back" href="/">${back}Inbox</a>
    <h1>${title}</h1>
    <p>${detail}</p>
  </article>`;
  const answer = page(status, layout({ title, view, list: await list(store, view), pane, narrow: 'pane' }));
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
