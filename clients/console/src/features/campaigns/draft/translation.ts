import type { Draft, Translation } from './draft';

/** The fields of a draft that each language has for itself. */
const translatable = [
  'subject',
  'preheader',
  'emailMessage',
  'emailDesign',
  'emailMjml',
  'whatsappMessage',
  'smsMessage',
  'contentSid',
  'variables',
] as const satisfies (keyof Translation)[];

export function translationOf(draft: Translation): Translation {
  const texts = translatable.map((field) => [field, draft[field]]);
  return Object.fromEntries(texts) as Translation;
}

/** The draft with the texts of a language. Null: those for everyone. */
export function draftIn(draft: Draft, tag: string | null): Draft {
  return { ...draft, ...(tag === null ? {} : draft.translations[tag]) };
}

/** What a change of `draftIn` changes in the draft. */
export function changeIn(draft: Draft, tag: string | null, changed: Partial<Draft>): Partial<Draft> {
  const before = tag === null ? undefined : draft.translations[tag];
  if (tag === null || !before) return changed;
  const isTranslated = (field: string): boolean => translatable.some((each) => each === field);
  const fields = Object.entries(changed);
  const texts = Object.fromEntries(fields.filter(([field]) => isTranslated(field)));
  return {
    ...Object.fromEntries(fields.filter(([field]) => !isTranslated(field))),
    translations: { ...draft.translations, [tag]: { ...before, ...texts } },
  };
}

/** The draft with a new language, whose texts begin as a copy of those for everyone. */
export function withLanguage(draft: Draft, tag: string): Pick<Draft, 'translations'> {
  return { translations: { ...draft.translations, [tag]: translationOf(draft) } };
}

export function withoutLanguage({ translations }: Draft, tag: string): Pick<Draft, 'translations'> {
  const { [tag]: _, ...others } = translations;
  return { translations: others };
}

/** The language of a field such as `translations.de.subject`, and the field in it. Null: of the texts for everyone. */
export function languageOfField(field: string): { tag: string | null; field: string } {
  const [first, tag, ...rest] = field.split('.');
  return first === 'translations' && tag !== undefined && rest.length > 0
    ? { tag, field: rest.join('.') }
    : { tag: null, field };
}
