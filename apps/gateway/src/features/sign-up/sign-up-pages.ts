import { escapeHtml } from '@carillon/content';
import type { SignUpForm, SignUpLink } from '@carillon/contracts';
import { renderPage } from '../../http/link-page';
import { texts } from './texts';

/** The names of fields in the HTML of forms. Attributes of people have a prefix. */
export const inputs = { email: 'email', stamp: 'stamp', trap: 'website', attribute: 'field.' } as const;

/** The maximum length of an answer (characters). */
export const MAX_ANSWER = 100;

/** What a person has entered, by the name of the field. */
export type Entries = Pick<URLSearchParams, 'get'>;

const nothing: Entries = new URLSearchParams();

/** The page with the form. `notice`: why the person sees it again. */
export function formPage(
  form: SignUpForm,
  stamp: string,
  { entries = nothing, notice }: { entries?: Entries; notice?: string } = {},
): string {
  const { language, title, text, button } = form;
  const alert = notice === undefined ? '' : `<p role="alert"><strong>${escapeHtml(notice)}</strong></p>\n`;
  return renderPage({
    language,
    title: escapeHtml(title),
    heading: title,
    paragraphs: linesOf(text),
    form: `<form method="post">
${alert}${fieldsOf(form, entries)}
<input type="hidden" name="${inputs.stamp}" value="${escapeHtml(stamp)}">
<button>${escapeHtml(button ?? texts[language].button)}</button>
</form>`,
  });
}

/** The page behind the link of the email. Only its button confirms. */
export function confirmationPage({ language, title, address, wording }: SignUpLink): string {
  const { ask } = texts[language];
  return renderPage({
    ...{ language, title: ask.title, heading: ask.heading },
    paragraphs: [ask.about(title, address), ...linesOf(wording)],
    form: `<form method="post">\n<button>${ask.button}</button>\n</form>`,
  });
}

/** A form for other sites. Its first step leads to the page with the form. */
export function snippetOf(form: SignUpForm, url: string): string {
  const { language, button } = form;
  return `<form method="post" action="${escapeHtml(url)}" lang="${language}">
${fieldsOf(form, nothing)}
<button>${escapeHtml(button ?? texts[language].button)}</button>
</form>
`;
}

function fieldsOf({ language, fields, wording }: SignUpForm, entries: Entries): string {
  const { email, optional } = texts[language];
  const all = [
    field(inputs.email, email, entries, 'type="email" autocomplete="email" required maxlength="254"'),
    ...fields.map(({ attribute, label, required }) => {
      const shown = required ? label : `${label} (${optional})`;
      const rules = `${required ? 'required ' : ''}maxlength="${MAX_ANSWER}"`;
      return field(inputs.attribute + attribute, shown, entries, rules);
    }),
    // Programs that fill in every field reveal themselves. People don't see it.
    `<input name="${inputs.trap}" tabindex="-1" autocomplete="off" hidden>`,
    ...linesOf(wording).map((line) => `<p>${escapeHtml(line)}</p>`),
  ];
  return all.join('\n');
}

function field(name: string, label: string, entries: Entries, rules: string): string {
  const value = entries.get(name) ?? '';
  return `<p><label>${escapeHtml(label)}<br><input name="${escapeHtml(name)}" value="${escapeHtml(value)}" ${rules}></label></p>`;
}

function linesOf(text: string | null): string[] {
  return (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
}
