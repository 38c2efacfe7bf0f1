import type { Schemas } from '@carillon/sdk';

export type SignUpForm = Schemas['SignUpForm'];
export type Question = SignUpForm['fields'][number];

/** The content of the editor. An empty optional text means the default. */
export interface FormEntries {
  name: string;
  /** Null: not chosen yet. */
  group: string | null;
  language: SignUpForm['language'];
  title: string;
  text: string;
  button: string;
  fields: Question[];
  wording: string;
  subject: string;
  html: string;
  plainText: string;
  requestedUrl: string;
  confirmedUrl: string;
}

/** The limits of the API (characters; `fields`: questions). */
export const MOST = {
  name: 100,
  title: 200,
  text: 2_000,
  button: 50,
  fields: 10,
  label: 100,
  attribute: 64,
  wording: 1_000,
  subject: 200,
  mail: 50_000,
  url: 2_048,
};

/** The confirmation email without this placeholder has no link. */
const LINK = /\{\{\s*confirmUrl\s*(?:\||\}\})/;

export function emptyForm(language: SignUpForm['language']): FormEntries {
  return {
    ...{ name: '', group: null, language, title: '', text: '', button: '', fields: [], wording: '' },
    ...{ subject: '', html: '', plainText: '', requestedUrl: '', confirmedUrl: '' },
  };
}

export function entriesOf(form: SignUpForm): FormEntries {
  const { name, group, language, title, fields, wording } = form;
  return {
    ...{ name, group, language, title, fields, wording },
    text: form.text ?? '',
    button: form.button ?? '',
    subject: form.subject ?? '',
    html: form.html ?? '',
    plainText: form.plainText ?? '',
    requestedUrl: form.requestedUrl ?? '',
    confirmedUrl: form.confirmedUrl ?? '',
  };
}

export function settingsOf(entries: FormEntries): Schemas['CreateSignUpForm'] {
  const { group, language, fields } = entries;
  return {
    ...{ group: group ?? '', language },
    name: entries.name.trim(),
    title: entries.title.trim(),
    text: orDefault(entries.text),
    button: orDefault(entries.button),
    fields: fields.map(({ attribute, label, required }) => ({
      ...{ attribute: attribute.trim(), label: label.trim(), required },
    })),
    wording: entries.wording.trim(),
    subject: orDefault(entries.subject),
    html: orDefault(entries.html),
    plainText: orDefault(entries.plainText),
    requestedUrl: orDefault(entries.requestedUrl),
    confirmedUrl: orDefault(entries.confirmedUrl),
  };
}

/** Only the changed fields, so that changes by others stay; null: nothing has changed. */
export function changesOf(form: SignUpForm, entries: FormEntries): Schemas['UpdateSignUpForm'] | null {
  const stored: Readonly<Record<string, unknown>> = { ...settingsOf(entriesOf(form)) };
  const changed = Object.entries(settingsOf(entries)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** Whether a text of the confirmation email has no link to confirm with. An empty text is the default. */
export function lacksLink(text: string): boolean {
  return text.trim() !== '' && !LINK.test(text);
}

/** The attribute that two questions have in common. */
export function repeatedAttribute(fields: readonly Question[]): string | undefined {
  const names = fields.map(({ attribute }) => attribute.trim()).filter((name) => name !== '');
  return names.find((name, index) => names.indexOf(name) < index);
}

function orDefault(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
