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

/** The texts of a page behind a link. */
interface Page {
  title: string;
  heading: string;
  paragraphs: readonly string[];
  /** The label of the unsubscribe button; absent: there is none. */
  button?: string;
  /** The HTML in place of this button. */
  form?: string;
  language?: string;
}

type PageKind = 'ask' | 'done' | 'failed' | 'asked' | 'tooMany' | 'preview';

/** The texts for people with a damaged link. */
interface Incomplete extends Pick<Page, 'title' | 'heading'> {
  again: string;
  /** For links that don't identify the sender. */
  answer: string;
  type: string;
  label: string;
  button: string;
  noAddress: string;
}

/** The texts of the pages behind an unsubscribe link. */
const texts: Record<Language, Record<PageKind, Page> & { incomplete: Incomplete }> = {
  en: {
    ask: {
      title: 'Unsubscribe',
      heading: 'Unsubscribe?',
      paragraphs: [
        'Select Unsubscribe to stop emails from this sender to the address that received this link.',
        'Nothing changes until you select it.',
      ],
      button: 'Unsubscribe',
    },
    done: {
      title: 'Unsubscribed',
      heading: 'You are unsubscribed',
      paragraphs: [
        'This sender will not email the address that received this link again, except for emails that are already on their way.',
      ],
    },
    failed: {
      title: 'Not unsubscribed yet',
      heading: 'Something went wrong',
      paragraphs: ['We could not save your request. Try again in a minute.'],
      button: 'Try again',
    },
    asked: {
      title: 'Check your mailbox',
      heading: 'Check your mailbox',
      paragraphs: [
        'If this address is subscribed, we have sent it an email with a working link.',
        'You remain subscribed until you use that link.',
      ],
    },
    tooMany: {
      title: 'Try again later',
      heading: 'Too many attempts',
      paragraphs: ['Too many addresses were entered from your network. Try again in an hour.'],
    },
    preview: {
      title: 'Unsubscribe preview',
      heading: 'This is a preview link',
      paragraphs: ['In the emails that you send, recipients can unsubscribe with this link.'],
    },
    incomplete: {
      title: 'Incomplete link',
      heading: 'This link is incomplete',
      again: 'Nothing has changed. Open the link in the email again, or use the link in a newer email.',
      answer: 'If that does not work, reply to the email and ask the sender to stop.',
      type: 'Alternatively, enter the address that receives the emails. We will send it a working link.',
      label: 'Email address',
      button: 'Email me a link',
      noAddress: 'Enter an email address.',
    },
  },
  de: {
    ask: {
      title: 'Abmelden',
      heading: 'Abmelden?',
      paragraphs: [
        'Wählen Sie „Abmelden“, um von diesem Absender keine E-Mails mehr an die Adresse zu erhalten, die diesen Link erhalten hat.',
        'Bis dahin ändert sich nichts.',
      ],
      button: 'Abmelden',
    },
    done: {
      title: 'Abgemeldet',
      heading: 'Sie sind abgemeldet',
      paragraphs: [
        'Sie erhalten von diesem Absender keine E-Mails mehr an die Adresse, die diesen Link erhalten hat, außer solchen, die bereits unterwegs sind.',
      ],
    },
    failed: {
      title: 'Noch nicht abgemeldet',
      heading: 'Etwas ist schiefgelaufen',
      paragraphs: ['Wir konnten Ihre Anfrage nicht speichern. Versuchen Sie es in einer Minute erneut.'],
      button: 'Erneut versuchen',
    },
    asked: {
      title: 'Prüfen Sie Ihr Postfach',
      heading: 'Prüfen Sie Ihr Postfach',
      paragraphs: [
        'Wenn diese Adresse angemeldet ist, haben wir ihr eine E-Mail mit einem funktionierenden Link gesendet.',
        'Sie bleiben angemeldet, bis Sie diesen Link verwenden.',
      ],
    },
    tooMany: {
      title: 'Versuchen Sie es später erneut',
      heading: 'Zu viele Versuche',
      paragraphs: [
        'Aus Ihrem Netz wurden zu viele Adressen eingegeben. Versuchen Sie es in einer Stunde erneut.',
      ],
    },
    preview: {
      title: 'Vorschau des Abmeldelinks',
      heading: 'Dies ist ein Vorschaulink',
      paragraphs: ['In den E-Mails, die Sie senden, können sich Empfänger mit diesem Link abmelden.'],
    },
    incomplete: {
      title: 'Unvollständiger Link',
      heading: 'Dieser Link ist unvollständig',
      again:
        'Es hat sich nichts geändert. Öffnen Sie den Link in der E-Mail erneut oder verwenden Sie den Link in einer neueren E-Mail.',
      answer:
        'Wenn das nicht funktioniert, antworten Sie auf die E-Mail und bitten Sie den Absender, keine weiteren zu senden.',
      type: 'Alternativ geben Sie die Adresse ein, die die E-Mails erhält. Wir senden ihr einen funktionierenden Link.',
      label: 'E-Mail-Adresse',
      button: 'Link senden',
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
     * The link is damaged and its recipient is uncertain, so the entered address gets its own link by email.
     * @param link the rest of the link, only letters and digits; null: it doesn't identify the sender
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

/** The pages, ready to be sent. They don't depend on the link, so they are the same for all readers of a language. */
const pages = Object.fromEntries(languages.map((language) => [language, inLanguage(language)])) as Record<
  Language,
  ReturnType<typeof inLanguage>
>;

/**
 * The pages in the language of the link, which is the recipient's own, otherwise in the one that the reader's browser
 * prefers.
 */
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

/** Sends what email clients send (RFC 8058 §3.1), to the same URL. */
function formWith(button: string): string {
  return `<form method="post">
<button name="List-Unsubscribe" value="One-Click">${button}</button>
</form>`;
}

/** Nothing is loaded, executed, or framed, and the form has no other target. */
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

/** Responds with a page that hides its URL from other sites and isn't cached. */
export function showPage(reply: FastifyReply, status: number, html: string): void {
  void reply.code(status).headers(headers).send(html);
}
