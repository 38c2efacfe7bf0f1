import type { FastifyRequest } from 'fastify';
import { LANGUAGE_PARAMETER, escapeHtml, linkInLanguage, readLanguage } from '@carillon/content';
import { type Language, languages } from '@carillon/contracts';
import { languageFor } from '../../http/language';
import { texts, type Incomplete } from './texts/index';
import { type Page, renderPage } from '../../http/link-page';

const inLanguage = (language: Language) => {
  const { ask, done, failed, requested, tooMany, preview, incomplete } = texts[language];
  const page = (text: Page): string => renderPage({ ...text, language });
  return {
    ask: page(ask),
    done: page(done),
    failed: page(failed),
    requested: page(requested),
    tooMany: page(tooMany),
    preview: page(preview),
    /**
     * The link is damaged and its recipient is uncertain, so the entered address gets its own link by email.
     * @param link the remaining part of the link, only letters and digits; null: it doesn't identify the sender
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

/** The complete pages. These pages don't depend on the link, so all readers of a language get the same pages. */
const pages = Object.fromEntries(languages.map((language) => [language, inLanguage(language)])) as Record<
  Language,
  ReturnType<typeof inLanguage>
>;

/**
 * The pages in the language of the link, which is the recipient's language, or else in the language that the reader's
 * browser prefers.
 */
export function pagesFor({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>) {
  const own = (query as Readonly<Record<string, unknown>>)[LANGUAGE_PARAMETER];
  return pages[readLanguage(own) ?? languageFor(headers['accept-language'])];
}
