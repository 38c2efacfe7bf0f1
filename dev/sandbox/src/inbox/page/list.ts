import { channels, type Channel } from '../../messages/message';
import { type Entry } from '../../messages/message';
import { type MessageStore } from '../../messages/message-store';
import { readSummary, type Summary } from '../../messages/read-message';
import { html, type Html } from '../html';
import { channelIcon, channelNames } from './icons';
import { time } from './time';
import { link, type View } from './view';

const PAGE = 50;

/** The list of messages of a view, newest first. `open` is the selected message. */
export async function list(store: MessageStore, view: View, open?: number): Promise<Html> {
  const found = store.list({
    recipient: view.to,
    ...(view.channel && { channel: view.channel }),
    ...(view.before !== undefined && { before: view.before }),
    limit: PAGE + 1,
  });
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  return html`
    <div class="list-head">
      <h2>${view.to === '' ? 'Inbox' : 'Found'}</h2>
      <span class="count" data-size="${store.size}">${counted(store, view, found.length)}</span>
    </div>
    ${filter(store, view)} ${shown.length === 0 ? nothing(store, view) : await rows(store, shown, view, open)}
    <div class="turning">
      ${view.before === undefined ? null : html`<a href="${link('/messages', { ...view, before: undefined })}">Newest</a>`}
      ${found.length > PAGE && last ? html`<a href="${link('/messages', { ...view, before: last.seq })}">Older</a>` : null}
    </div>
  `;
}

/** Messages as lines, each with a link. */
export async function rows(
  store: MessageStore,
  entries: readonly Entry[],
  view: View,
  open?: number,
): Promise<Html> {
  const each = await Promise.all(
    entries.map(async (entry) => row(entry, await readSummary(store, entry), view, open)),
  );
  return html`<ol class="rows">
    ${each}
  </ol>`;
}

function row(entry: Entry, summary: Summary | null, view: View, open?: number): Html {
  const current = entry.seq === open ? 'true' : 'false';
  return html`<li data-seq="${entry.seq}">
    <a href="${link(`/messages/${entry.seq}`, view)}" aria-current="${current}">
      ${channelIcon(entry.channel)}
      <span class="to">${entry.isReply ? html`<span class="quiet">Reply to</span> ` : null}${entry.to}</span>
      ${time(entry.at)}
      <span class="title">${summary?.title.trim() ? summary.title : '(no subject)'}</span>
      <span class="from">${summary?.from ?? ''}</span>
    </a>
  </li>`;
}

/** The choice of channels, shown if the inbox contains more than one. */
function filter(store: MessageStore, view: View): Html | null {
  const has = store.channels();
  const present = channels.filter((channel) => has.has(channel));
  if (present.length < 2 && !view.channel) return null;
  const choice = (channel: Channel | undefined, name: string): Html =>
    html`<a
      href="${link('/messages', { ...view, channel, before: undefined })}"
      aria-current="${view.channel === channel ? 'true' : 'false'}"
      >${name}</a
    >`;
  const choices = present.map((channel) => choice(channel, channelNames[channel]));
  return html`<nav class="filter" aria-label="Channel">${choice(undefined, 'All')}${choices}</nav>`;
}

function counted(store: MessageStore, { to, channel }: View, found: number): string {
  const size = store.size.toLocaleString('en');
  if (to === '' && !channel) return size;
  return `${found > PAGE ? `more than ${PAGE}` : found} of ${size}`;
}

function nothing(store: MessageStore, { to }: View): Html {
  if (store.size === 0) return html`<p class="nothing">No messages yet. They appear here as they arrive.</p>`;
  return html`<p class="nothing">No message ${to === '' ? '' : html`for <b>${to}</b>`} in this list.</p>`;
}
