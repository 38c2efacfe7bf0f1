import { html, type Html } from '../html';
import { bell, bin, magnifier } from './icons';
import { type View } from './view';

export interface Layout {
  readonly title: string;
  readonly view: View;
  readonly content: Html;
  /** The channels side by side, or a list with a pane next to it. A narrow screen shows only one of the two parts. */
  readonly shows: 'board' | 'list' | 'pane';
}

/** A list of messages and the pane next to it. */
export function panes(list: Html, pane: Html): Html {
  return html`<div class="panes">
    <section class="list" id="list" aria-label="Messages" data-live="/list">${list}</section>
    <main class="pane" id="pane" tabindex="-1">${pane}</main>
  </div>`;
}

/** The channels side by side. */
export function phones(board: Html): Html {
  return html`<h1 class="unseen">Inbox</h1>
    <main class="board" id="pane" tabindex="-1" data-live="/board">${board}</main>`;
}

/** The frame of every page. */
export function layout({ title, view, content, shows }: Layout): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Carillon sandbox</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
        <script src="/inbox.js" defer></script>
      </head>
      <body class="shows-${shows}">
        <a class="skip" href="#pane">Skip to the message</a>
        <header class="bar">
          <a class="brand" href="/"
            >${bell}<span>Carillon <span class="quiet">sandbox</span></span></a
          >
          ${search(view)}
          <div class="actions">
            <span class="live" id="live" hidden>Live</span>
            <a class="button" href="/help">Try a failure</a>
            ${emptying()}
          </div>
        </header>
        ${content}
        <p class="unseen" id="announcement" role="status"></p>
      </body>
    </html>`;
  return page.markup;
}

function search({ to, channel }: View): Html {
  return html`<form class="search" role="search" action="/">
    <label class="unseen" for="to">Search by recipient</label>
    ${magnifier}
    <input
      id="to"
      name="to"
      type="search"
      value="${to}"
      placeholder="Search by recipient"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
    />
    ${channel ? html`<input type="hidden" name="channel" value="${channel.toLowerCase()}" />` : null}
  </form>`;
}

/** Asks for confirmation before it deletes, even without scripts. */
function emptying(): Html {
  return html`<details class="emptying">
    <summary class="button" aria-label="Empty the inbox">${bin}<span>Empty</span></summary>
    <form method="post" action="/empty">
      <p>Delete every message? This cannot be undone.</p>
      <button class="button danger">Delete all</button>
    </form>
  </details>`;
}
