import { html, type Html } from '../html';

/** A moment in UTC; the page's script turns it into the reader's own time. */
export function time(milliseconds: number, form: 'short' | 'long' = 'short'): Html {
  const iso = new Date(milliseconds).toISOString();
  const day = iso.slice(0, 10);
  const clock = iso.slice(11, 19);
  return html`<time datetime="${iso}" data-form="${form}"
    >${form === 'long' ? `${day} ${clock} UTC` : clock}</time
  >`;
}
