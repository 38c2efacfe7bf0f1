import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGE_PARAMETER, escapeHtml, linkInLanguage, readLanguage } from '@carillon/content';
import { type Language, languages } from '@carillon/contracts';
import { digestOf, htmlPage, pageHeaders } from '../../http/html-page';
import { languageFor } from '../../http/language';

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

type Told = 'ask' | 'done' | 'failed' | 'asked' | 'tooMany' | 'preview';

/** What is asked of whoever has a damaged link. */
interface Incomplete extends Pick<Page, 'title' | 'heading'> {
  again: string;
  /** Where the link does not say whose mails it ends. */
  answer: string;
  type: string;
  label: string;
  button: string;
  noAddress: string;
}

/** What the pages behind a link to unsubscribe say. */
const texts: Record<Language, Record<Told, Page> & { incomplete: Incomplete }> = {
  en: {
    ask: {
      title: 'Unsubscribe',
      heading: 'Unsubscribe?',
      paragraphs: [
        'Select Unsubscribe to stop emails from this sender to the address that received this link.',
        'Nothing changes until you do.',
      ],
      button: 'Unsubscribe',
    },
    done: {
      title: 'Unsubscribed',
      heading: 'You are unsubscribed',
      paragraphs: [
        'You will get no more email from this sender at the address that received this link, except for emails that are already on their way.',
      ],
    },
    failed: {
      title: 'Not unsubscribed yet',
      heading: 'This did not work',
      paragraphs: ['We could not save your request. Try again in a minute.'],
      button: 'Try again',
    },
    asked: {
      title: 'Check your mailbox',
      heading: 'Check your mailbox',
      paragraphs: [
        'If this address gets email from this sender, a message with a working link is on its way to it.',
        'You are not unsubscribed until you use that link.',
      ],
    },
    tooMany: {
      title: 'Try again later',
      heading: 'Too many tries',
      paragraphs: ['Too many addresses were entered from your network. Try again in an hour.'],
    },
    preview: {
      title: 'Unsubscribe preview',
      heading: 'This link belongs to a preview',
      paragraphs: ['In the emails that you send, this link lets the recipient unsubscribe.'],
    },
    incomplete: {
      title: 'Incomplete link',
      heading: 'This link is incomplete',
      again: 'Nothing has changed yet. Open the link in the email once more, or the link in a newer email.',
      answer: 'If that does not work either, reply to the email and ask the sender to stop.',
      type: 'Or enter the address that gets the emails. We send a working link to it.',
      label: 'Email address',
      button: 'Send me a link',
      noAddress: 'Enter an email address.',
    },
  },
  de: {
    ask: {
      title: 'Abmelden',
      heading: 'Abmelden?',
      paragraphs: [
        'Mit „Abmelden“ bekommen Sie von diesem Absender keine E-Mails mehr an die Adresse, an die dieser Link ging.',
        'Vorher ändert sich nichts.',
      ],
      button: 'Abmelden',
    },
    done: {
      title: 'Abgemeldet',
      heading: 'Sie sind abgemeldet',
      paragraphs: [
        'Sie bekommen von diesem Absender keine E-Mails mehr an die Adresse, an die dieser Link ging, außer solchen, die schon unterwegs sind.',
      ],
    },
    failed: {
      title: 'Noch nicht abgemeldet',
      heading: 'Das hat nicht geklappt',
      paragraphs: [
        'Wir konnten Ihren Wunsch gerade nicht speichern. Bitte versuchen Sie es in einer Minute noch einmal.',
      ],
      button: 'Noch einmal versuchen',
    },
    asked: {
      title: 'Sehen Sie in Ihr Postfach',
      heading: 'Sehen Sie in Ihr Postfach',
      paragraphs: [
        'Wenn diese Adresse E-Mails von diesem Absender bekommt, ist eine Nachricht mit einem funktionierenden Link dorthin unterwegs.',
        'Abgemeldet sind Sie erst, wenn Sie diesen Link verwenden.',
      ],
    },
    tooMany: {
      title: 'Später noch einmal',
      heading: 'Zu viele Versuche',
      paragraphs: [
        'Aus Ihrem Netz wurden zu viele Adressen eingegeben. Versuchen Sie es in einer Stunde noch einmal.',
      ],
    },
    preview: {
      title: 'Vorschau des Abmeldelinks',
      heading: 'Dieser Link gehört zu einer Vorschau',
      paragraphs: ['In den E-Mails, die Sie versenden, kann sich der Empfänger mit diesem Link abmelden.'],
    },
    incomplete: {
      title: 'Unvollständiger Link',
      heading: 'Dieser Link ist unvollständig',
      again:
        'Noch hat sich nichts geändert. Öffnen Sie den Link in der E-Mail noch einmal, oder den einer neueren E-Mail.',
      answer: 'Wenn auch das nicht hilft, antworten Sie auf die E-Mail und bitten Sie, keine mehr zu senden.',
      type: 'Oder geben Sie die Adresse ein, an die die E-Mails gehen. Dorthin senden wir einen funktionierenden Link.',
      label: 'E-Mail-Adresse',
      button: 'Link zusenden',
      noAddress: 'Geben Sie eine E-Mail-Adresse ein.',
    },
  },
};

const inLanguage = (language: Language) => {
  const { ask, done, failed, asked, tooMany, preview, incomplete } = texts[language];
  const page = (said: Page): string => renderPage({ ...said, language });
  return {
    ask: page(ask),
    done: page(done),
    failed: page(failed),
    asked: page(asked),
    tooMany: page(tooMany),
    preview: page(preview),
    /**
     * The link is damaged. It cannot be said whose it was with certainty, so the address that is typed gets a link of its own by mail.
     * @param link what is left of the link, letters and digits alone; null: it does not say whose mails it ends
     */
    incomplete: (link: string | null, { hasNoAddress = false } = {}): string => {
      const { title, heading, again, answer, type } = incomplete;
      if (link === null) return page({ title, heading, paragraphs: [again, answer] });
      return page({
        title,
        heading,
        paragraphs: [again, type],
        form: addressForm(link, incomplete, language, hasNoAddress),
      });
    },
  };
};

function addressForm(
  link: string,
  { label, button, noAddress }: Incomplete,
  language: Language,
  hasNoAddress: boolean,
): string {
  return `<form method="post" action="${linkInLanguage('../u', language)}">
${hasNoAddress ? `<p role="alert">${escapeHtml(noAddress)}</p>\n` : ''}<p><label for="address">${escapeHtml(label)}</label>
<input id="address" name="address" type="email" autocomplete="email" required maxlength="254"></p>
<input type="hidden" name="link" value="${escapeHtml(link)}">
<button>${escapeHtml(button)}</button>
</form>`;
}

/** The pages, ready to be sent. None knows whose link it is, so all are the same for everybody who reads the language. */
const pages = Object.fromEntries(languages.map((language) => [language, inLanguage(language)])) as Record<
  Language,
  ReturnType<typeof inLanguage>
>;

/** The pages in the language that the link names, which is the recipient's own; else in the one that the reader's browser asks for. */
export function pagesFor({ query, headers: asked }: Pick<FastifyRequest, 'query' | 'headers'>) {
  const own = (query as Readonly<Record<string, unknown>>)[LANGUAGE_PARAMETER];
  return pages[readLanguage(own) ?? languageFor(asked['accept-language'])];
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
  vary: 'accept-language',
};

/** Answers with a page that tells nobody where its reader came from, and that nobody keeps. */
export function showPage(reply: FastifyReply, status: number, html: string): void {
  void reply.code(status).headers(headers).send(html);
}
