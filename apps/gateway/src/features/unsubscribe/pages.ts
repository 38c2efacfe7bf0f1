import type { FastifyReply } from 'fastify';
import { escapeHtml } from '@carillon/content';
import { digestOf, htmlPage, pageHeaders } from '../../http/html-page';

/** Contrasts of 7:1 and more for text, 4.5:1 and more for the rest (WCAG 2.2, 1.4.6 and 1.4.11); a button of 44 px (2.5.5). */
const style = `
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

/** What a page behind a link tells its reader, as text. */
interface Page {
  title: string;
  heading: string;
  paragraphs: readonly string[];
  /** What the button says that unsubscribes; absent: there is none. */
  button?: string;
  /** What stands in the place of this button, as HTML. */
  form?: string;
  language?: string;
}

const ask: Page = {
  title: 'Unsubscribe',
  heading: 'Unsubscribe?',
  paragraphs: [
    'Press the button to get no more email from this sender at the address that this link was sent to.',
    'Nothing changes until you do.',
  ],
  button: 'Unsubscribe',
};

/** The link is damaged. It cannot be said whose it was with certainty, so the address that is typed gets a link of its own by mail. */
const incomplete = {
  title: 'Incomplete link',
  heading: 'This link is incomplete',
} as const;

const asked: Page = {
  title: 'Check your mailbox',
  heading: 'Check your mailbox',
  paragraphs: [
    'If this address gets email from this sender, a message with a working link is on its way to it.',
    'You are not unsubscribed before you have used that link.',
  ],
};

const tooMany: Page = {
  title: 'Try again later',
  heading: 'Too many tries',
  paragraphs: ['Too many addresses were entered from your network. Try again in an hour.'],
};

const done: Page = {
  title: 'Unsubscribed',
  heading: 'You are unsubscribed',
  paragraphs: [
    'You will get no more email from this sender at the address that this link was sent to, save what was on its way already.',
  ],
};

const failed: Page = {
  title: 'Not unsubscribed yet',
  heading: 'This did not work',
  paragraphs: ['We could not note down your wish just now. Please try again in a minute.'],
  button: 'Try again',
};

/** The pages, ready to be sent. None knows whose link it is, so all are the same for everybody. */
export const pages = {
  ask: renderPage(ask),
  done: renderPage(done),
  failed: renderPage(failed),
  asked: renderPage(asked),
  tooMany: renderPage(tooMany),
};

/** @param link what is left of the link, letters and digits alone; null: it does not say whose mails it ends */
export function incompletePage(link: string | null, problem?: string): string {
  const again =
    'Nothing has changed yet. Open the link in the email once more, or the link of a newer email.';
  if (link === null) {
    return renderPage({
      ...incomplete,
      paragraphs: [again, 'If it does not work either, answer the email and ask for no more.'],
    });
  }
  return renderPage({
    ...incomplete,
    paragraphs: [again, 'Or enter the address at which you get the emails. You get a working link there.'],
    form: `<form method="post" action="../u">
${problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>\n`}<p><label for="address">Email address</label>
<input id="address" name="address" type="email" autocomplete="email" required maxlength="254"></p>
<input type="hidden" name="link" value="${escapeHtml(link)}">
<button>Send me a link</button>
</form>`,
  });
}

export function renderPage({ title, heading, paragraphs, button, form, language }: Page): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  const end = form ?? (button === undefined ? '' : formWith(button));
  return htmlPage({
    ...(language !== undefined && { language }),
    title,
    style,
    body: `<main>
<h1>${escapeHtml(heading)}</h1>
${text}${end === '' ? '' : `\n${end}`}
</main>`,
  });
}

/** It sends what mail programs send (RFC 8058 §3.1), to where it came from. */
function formWith(button: string): string {
  return `<form method="post">
<button name="List-Unsubscribe" value="One-Click">${button}</button>
</form>`;
}

/** Nothing is loaded, run or framed, and the form leads nowhere else. */
const policy = [
  "default-src 'none'",
  `style-src ${digestOf(style)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const headers = {
  ...pageHeaders(policy),
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Answers with a page that tells nobody where its reader came from, and that nobody keeps. */
export function showPage(reply: FastifyReply, status: number, html: string): void {
  void reply.code(status).headers(headers).send(html);
}
