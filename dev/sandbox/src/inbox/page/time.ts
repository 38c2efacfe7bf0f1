import { html, type Html } from '../html';

/** A time in UTC; the page's script converts it to the reader's time zone. */
export function time(milliseconds: number, form: 'short' | 'long' = 'short'): Html {
  const iso = new Date(milliseconds).toISOString();
  const day = iso.slice(0, 10);
  const clock = iso.slice(11, 19);
  return html`<time datetime="${iso}" data-form="${form}"
    >${form === 'long' ? `${day} ${clock} UTC` : clock}</time
  >`;
}
