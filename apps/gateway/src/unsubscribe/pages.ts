import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { style } from './style';

/** What the link's owner is told. No page knows whose link it is, so all are the same for everybody. */
interface Page {
  title: string;
  heading: string;
  paragraphs: readonly string[];
  /** What the button says that unsubscribes; absent: there is none. */
  button?: string;
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

const done: Page = {
  title: 'Unsubscribed',
  heading: 'You are unsubscribed',
  paragraphs: [
    'You will get no more email from this sender at the address that this link was sent to, save what was on its way already.',
    'Should there be more, please use the link in the newest email: an old or incomplete link may not work.',
  ],
};

const failed: Page = {
  title: 'Not unsubscribed yet',
  heading: 'This did not work',
  paragraphs: ['We could not note down your wish just now. Please try again in a minute.'],
  button: 'Try again',
};

/** The pages, ready to be sent. */
export const pages = { ask: render(ask), done: render(done), failed: render(failed) };

function render({ title, heading, paragraphs, button }: Page): string {
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${text}${button === undefined ? '' : `\n${formWith(button)}`}
</main>
</body>
</html>
`;
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
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Answers with a page that tells nobody where its reader came from, and that nobody keeps. */
export function showPage(reply: FastifyReply, status: number, html: string): void {
  void reply.code(status).headers(headers).send(html);
}
