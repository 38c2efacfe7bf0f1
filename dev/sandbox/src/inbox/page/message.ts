import { type Content } from '../../messages/content';
import { type HeaderFields } from '../../messages/message';
import { type Entry } from '../../messages/message';
import { html, type Html } from '../html';
import { back, channelNames } from './icons';
import { loadsFromElsewhere } from './rendered-mail';
import { time } from './time';
import { link, type View } from './view';

export const tabs = ['html', 'text', 'headers', 'source'] as const;
export type Tab = (typeof tabs)[number];

export interface OpenMessage {
  readonly entry: Entry;
  readonly content: Content & { readonly from: string };
  readonly source: Buffer;
  readonly tab: Tab;
  /** Whether images and styles from other hosts may be loaded. */
  readonly remote: boolean;
}

const tabNames: Record<Tab, string> = {
  html: 'Rendered',
  text: 'Text',
  headers: 'Headers',
  source: 'Source',
};
const MAX_SHOWN = 512 * 1024;

/** Returns the views of a message. The first view is the default. */
export function tabsOf({ html: markup, text, headers }: Content): Tab[] {
  const has: Record<Tab, boolean> = {
    html: markup !== null,
    text: text !== null,
    headers: headers !== null,
    source: true,
  };
  return tabs.filter((tab) => has[tab]);
}

/** One message: its envelope and the chosen view. */
export function message(open: OpenMessage, view: View): Html {
  const { entry, content } = open;
  const { subject, from } = content;
  return html`<article class="message">
    <header>
      <a class="back" href="${link('/', view)}">${back}Inbox</a>
      <h1>
        ${subject?.trim() ? subject : entry.channel === 'EMAIL' ? '(no subject)' : channelNames[entry.channel]}
      </h1>
      <dl class="facts">
        <dt>To</dt>
        <dd><a href="${link('/', { ...view, to: entry.to, before: undefined })}">${entry.to}</a></dd>
        <dt>From</dt>
        <dd>${from === '' ? 'nobody' : from}</dd>
        <dt>Received</dt>
        <dd>${time(entry.at, 'long')}</dd>
        ${content.attachments.length > 0 ? attached(content) : null}
      </dl>
      ${tabBar(open, view)}
    </header>
    ${shown(open, view)}
  </article>`;
}

function attached({ attachments }: Content): Html {
  const names = attachments.map(
    ({ name, type, bytes }) => html`<li>${name} <small>${type}, ${size(bytes)}</small></li>`,
  );
  return html`<dt>Attached</dt>
    <dd>
      <ul class="attached">
        ${names}
      </ul>
    </dd>`;
}

function tabBar({ entry, content, tab }: OpenMessage, view: View): Html {
  const path = `/messages/${entry.seq}`;
  const links = tabsOf(content).map(
    (each) =>
      html`<a href="${link(path, view, { tab: each })}" aria-current="${each === tab ? 'page' : 'false'}"
        >${tabNames[each]}</a
      >`,
  );
  return html`<nav class="tabs" aria-label="Views of the message">
    ${links}<a class="download" href="${path}/source" download>Download</a>
  </nav>`;
}

function shown(open: OpenMessage, view: View): Html {
  const { tab, content, source } = open;
  if (tab === 'html') return rendered(open, view);
  if (tab === 'headers') return headerTable(content.headers ?? {});
  return plain(tab, tab === 'text' ? (content.text ?? '') : source.toString('utf8', 0, MAX_SHOWN + 1));
}

function rendered({ entry, content, remote }: OpenMessage, view: View): Html {
  const path = `/messages/${entry.seq}`;
  const notice = html`<p class="notice">
    Remote content is not loaded.
    <a class="button" href="${link(path, view, { tab: 'html', remote: '1' })}">Load it</a>
  </p>`;
  return html`${!remote && loadsFromElsewhere(content.html ?? '') ? notice : null}
    <iframe
      class="rendered"
      title="The message as a mail program shows it"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
      src="${path}/rendered${remote ? '?remote=1' : ''}"
    ></iframe>`;
}

function headerTable(headers: HeaderFields): Html {
  const rows = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map(
      (value) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${value}</td>
        </tr>`,
    ),
  );
  return html`<div class="scrolled" tabindex="0" role="region" aria-label="Headers">
    <table class="headers">
      ${rows}
    </table>
  </div>`;
}

function plain(tab: Tab, text: string): Html {
  const cut =
    text.length > MAX_SHOWN &&
    html`<p class="notice">Only the beginning is shown. Download it to see all.</p>`;
  return html`${cut}
    <pre class="scrolled ${tab}" tabindex="0" role="region" aria-label="${tabNames[tab]}">
${text.slice(0, MAX_SHOWN)}</pre>`;
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
}
