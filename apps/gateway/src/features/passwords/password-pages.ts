import { escapeHtml } from '@carillon/content';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageFor } from '../../http/language';
import { renderPage } from '../../http/link-page';
import { type LinkTexts, texts } from './texts';

export interface Link {
  email: string;
  accountName: string | null;
  isNew: boolean;
}

export const needsName = ({ isNew }: Link): boolean => isNew;
export const needsPassword = ({ isNew, accountName }: Link): boolean => isNew || accountName === null;

export function plainPage(
  texts: LinkTexts,
  which: 'done' | 'gone' | 'failed',
  reply: FastifyReply,
  email?: string,
): string {
  const form = signInLink(texts, reply, email);
  return renderPage({
    title: 'Carillon',
    language: texts.language,
    ...texts[which],
    ...(form !== null && { form }),
  });
}

/** A link to the console's sign-in page. Null if the installation has no console. */
function signInLink({ signIn }: LinkTexts, { server }: FastifyReply, email?: string): string | null {
  if (!server.hasRoute({ method: 'GET', url: '/console' })) return null;
  const fragment = email === undefined ? '' : `#${new URLSearchParams({ email }).toString()}`;
  return `<p><a class="button" href="${escapeHtml(`/console${fragment}`)}">${signIn}</a></p>`;
}

export function formPage(texts: LinkTexts, link: Link, flaw?: string): string {
  const { email, accountName } = link;
  const fields = [
    ...(needsName(link)
      ? [
          `<p><label>${texts.name}<br><input name="name" autocomplete="name" required maxlength="100"></label></p>`,
        ]
      : []),
    ...(needsPassword(link)
      ? [
          `<p><label>${texts.password}<br><input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"></label></p>`,
        ]
      : []),
  ];
  return renderPage({
    title: 'Carillon',
    language: texts.language,
    heading: accountName === null ? texts.choose : texts.join(accountName),
    paragraphs: [texts.forWhom(email), ...(flaw === undefined ? [] : [flaw])],
    form: `<form method="post">\n${fields.join('\n')}\n<button>${accountName === null ? texts.set : texts.accept}</button>\n</form>`,
  });
}

/** Uses the language that the browser prefers. */
export function textsFor({ headers }: Pick<FastifyRequest, 'headers'>): LinkTexts {
  return texts[languageFor(headers['accept-language'])];
}
