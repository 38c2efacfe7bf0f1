import type { FastifyReply } from 'fastify';
import { escapeHtml } from '@carillon/content';
import { digestOf, htmlPage, pageHeaders } from './html-page';

/**
 * The contrast is at least 7:1 for text and at least 4.5:1 for other elements (WCAG 2.2, 1.4.6 and 1.4.11). The button
 * is 44 px high (2.5.5).
 */
export const linkStyle = `
:root { color-scheme: light dark; --text: #1b1b1f; --ground: #fbfbfd; --action: #0b4aa8; --on-action: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6ea; --ground: #17171a; --action: #a9c7ff; --on-action: #0a1f45 }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 1.125rem/1.5 system-ui, sans-serif }
main { box-sizing: border-box; max-width: 36rem; margin: 0 auto; padding: 12vh 1.25rem 3rem; overflow-wrap: break-word }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25 }
p { margin: 0 0 1rem }
form { margin: 1.75rem 0 0 }
input { box-sizing: border-box; width: 100%; min-height: 44px; padding: .5rem .75rem; border: 1px solid; border-radius: .5rem; font: inherit }
button, .button { display: inline-block; box-sizing: border-box; min-height: 44px; padding: .625rem 1.5rem;
  border: 2px solid transparent; border-radius: .5rem; background: var(--action); color: var(--on-action);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button:hover, .button:hover { text-decoration: underline }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px }
`;

/** The texts of a page behind a link. */
export interface Page {
  title: string;
  heading: string;
  paragraphs: readonly string[];
  /** The label of the unsubscribe button; absent: no button. */
  button?: string;
  /** HTML that replaces this button. */
  form?: string;
  language?: string;
}

export function renderPage({ title, heading, paragraphs, button, form, language }: Page): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  const end = form ?? (button === undefined ? '' : formWith(button));
  return htmlPage({
    ...(language !== undefined && { language }),
    title,
    style: linkStyle,
    body: `<main>
<h1>${escapeHtml(heading)}</h1>
${text}${end === '' ? '' : `\n${end}`}
</main>`,
  });
}

/** Sends the same form as email clients (RFC 8058 §3.1), to its own URL. */
function formWith(button: string): string {
  return `<form method="post">
<button name="List-Unsubscribe" value="One-Click">${button}</button>
</form>`;
}

/**
 * The page loads and runs nothing, and can't be framed. Its form can't be sent elsewhere, and the response can redirect only
 * to `targets`.
 */
export const linkPolicy = (styleDigest: string, targets: readonly string[] = []): string[] => [
  "default-src 'none'",
  `style-src ${styleDigest}`,
  ["form-action 'self'", ...targets].join(' '),
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** A page with a style of its own. */
export interface StyledPage {
  html: string;
  policy: readonly string[];
}

const headersOf = (policy: readonly string[]) => ({
  ...pageHeaders(policy),
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  vary: 'accept-language',
});
const digest = digestOf(linkStyle);
const headers = headersOf(linkPolicy(digest));

/**
 * Responds with a page that sends no referrer and is never cached. `targets`: the origins to which the response to its
 * form may redirect.
 */
export function showPage(
  reply: FastifyReply,
  status: number,
  html: string,
  targets: readonly string[] = [],
): void {
  const all = targets.length > 0 ? headersOf(linkPolicy(digest, targets)) : headers;
  void reply.code(status).headers(all).send(html);
}

/** Responds in the same way with a page that has a style of its own. */
export function showStyledPage(reply: FastifyReply, status: number, { html, policy }: StyledPage): void {
  void reply.code(status).headers(headersOf(policy)).send(html);
}
