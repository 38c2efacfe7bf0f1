/**
 * What the page does beyond its links and forms, all of which work without it: times in the reader's zone, search while typing,
 * new messages as they arrive, j and k to go down and up the list, / to search.
 */
export const script = String.raw`'use strict';
const list = document.getElementById('list');
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

const size = () => Number(list.querySelector('.count')?.dataset.size ?? 0);
const links = () => [...list.querySelectorAll('.rows a')];
let asked = 0;

/** Asks for the list as the address bar describes it and puts it in place of the old one, focus and scroll kept. */
async function refresh() {
  const mine = ++asked;
  const query = new URLSearchParams(location.search);
  const open = /^\/messages\/(\d+)/.exec(location.pathname)?.[1];
  if (open) query.set('open', open);
  const answer = await fetch('/list?' + query).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  const known = new Set(links().map((link) => link.pathname));
  list.innerHTML = await answer.text();
  localTimes(list);
  for (const link of links()) if (known.size > 0 && !known.has(link.pathname)) link.classList.add('new');
  if (focused) links().find((link) => link.getAttribute('href') === focused)?.focus({ preventScroll: true });
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
    const before = size();
    await refresh();
    const more = size() - before;
    if (more > 0) announcement.textContent = more === 1 ? 'One new message' : more + ' new messages';
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
  const rows = links();
  const here = rows.findIndex((link) => link.getAttribute('aria-current') === 'true');
  rows[here < 0 ? 0 : here + (event.key === 'j' ? 1 : -1)]?.click();
});

localTimes(document);
const current = list.querySelector('[aria-current="true"].row, .rows [aria-current="true"]');
current?.scrollIntoView({ block: 'nearest' });
follow();
`;
