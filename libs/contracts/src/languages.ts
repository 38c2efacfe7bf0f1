import { Type } from '@sinclair/typebox';

/** The languages of texts for recipients: email footers, and pages behind links. The first is the default. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
export const Language = Type.Unsafe<Language>(
  Type.Union(languages.map((language) => Type.Literal(language))),
);
