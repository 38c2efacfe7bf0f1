/**
 * The page's enhancements of its links and forms, which all work without it: times in the reader's time zone, search
 * while typing, live updates of messages and their statuses, j and k to move in the list, / to search.
 */
'use strict';
const parts = [...document.querySelectorAll('[data-live]')];
const search = document.getElementById('to');
const live = document.getElementById('live');
const announcement = document.getElementById('announcement');

const today = new Date().toDateString();
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function localTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    time.title = long.format(at);
    if (time.dataset.form === 'long') time.textContent = long.format(at);
    else time.textContent = at.toDateString() === today ? clock.format(at) : day.format(at);
  }
}

const items = (part) => [...part.querySelectorAll('[data-seq]')];
const newest = () => Math.max(0, ...parts.flatMap(items).map((item) => Number(item.dataset.seq)));
const isAtEnd = (part) => part.scrollTop + part.clientHeight > part.scrollHeight - 40;
const toEnd = (part) => {
  part.scrollTop = part.scrollHeight;
};
let asked = 0;

/** Fetches the current URL and replaces the page's content, keeping focus and scroll position. */
async function refresh() {
  const mine = ++asked;
  const query = new URLSearchParams(location.search);
  const open = /^\/messages\/(\d+)/.exec(location.pathname)?.[1];
  if (open) query.set('open', open);
  await Promise.all(
    parts.map(async (part) => {
      const answer = await fetch(part.dataset.live + '?' + query).catch(() => null);
      const text = answer?.ok ? await answer.text() : null;
      if (text !== null && mine === asked) replace(part, text);
    }),
  );
}

function replace(part, text) {
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  const known = new Set(items(part).map((item) => item.dataset.seq));
  const follows = part.matches('.talk') && isAtEnd(part);
  part.innerHTML = text;
  localTimes(part);
  for (const item of items(part))
    if (known.size > 0 && !known.has(item.dataset.seq)) item.classList.add('new');
  if (focused)
    [...part.querySelectorAll('a')]
      .find((link) => link.getAttribute('href') === focused)
      ?.focus({ preventScroll: true });
  if (follows) toEnd(part);
}

function follow() {
  const events = new EventSource('/events');
  events.onopen = () => {
    live.hidden = false;
    live.classList.remove('lost');
    live.textContent = 'Live';
  };
  events.onerror = () => {
    live.classList.add('lost');
    live.textContent = 'Not connected';
  };
  events.addEventListener('changed', async () => {
    const before = newest();
    await refresh();
    if (newest() > before) announcement.textContent = 'New messages';
  });
}

let typing;
search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    const query = new URLSearchParams(location.search);
    query.delete('before');
    if (search.value.trim()) query.set('to', search.value.trim());
    else query.delete('to');
    history.replaceState(null, '', location.pathname + (query.size > 0 ? '?' + query : ''));
    refresh();
  }, 150);
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') document.querySelector('.emptying').open = false;
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === '/') {
    event.preventDefault();
    search.select();
  }
  if (event.key !== 'j' && event.key !== 'k') return;
  const rows = [...document.querySelectorAll('.rows a, .talk-part h3 a')];
  const here = rows.findIndex((link) => link.getAttribute('aria-current') === 'true');
  rows[here < 0 ? 0 : here + (event.key === 'j' ? 1 : -1)]?.click();
});

localTimes(document);
document.querySelector('.rows [aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
for (const part of document.querySelectorAll('.talk')) toEnd(part);
if (location.hash === '#reply') document.getElementById('text')?.focus();
follow();
