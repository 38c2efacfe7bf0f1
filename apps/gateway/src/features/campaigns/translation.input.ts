import { canonicalTag } from '@carillon/content';
import {
  type Channel,
  type FieldError,
  MAX_TRANSLATIONS,
  type WrittenDesign,
  type WrittenTranslationChanges,
  channelRow,
} from '@carillon/contracts';
import { isRecord, issue, within } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { matching, nullOr, objectOf } from '../../http/input/composed';
import { Holds, OptionalNotNull, type Rule } from '../../http/input/rule';
import { textRule } from '../../http/input/texts';
import { designRule, mjmlRule, onlyOneSource, toEmailSource } from './email-source.input';
import { type RequestedTemplate, templateIdRule, toTemplate, variablesRule } from './whatsapp-template.input';

/** A language, and its script and region: `de`, `zh-Hant`, `pt-BR`. */
const TAG_PATTERN = '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$';
const tagForm = new RegExp(TAG_PATTERN);

const line = nullOr(textRule({ max: 255 }));
const message = (channel: Channel): Rule =>
  nullOr(textRule({ max: channelRow(channel).maxBody, lines: true }));

/** The texts of a campaign in another language. In a change, null removes a text. */
interface TranslationInput {
  readonly subject?: string | null;
  readonly preheader?: string | null;
  readonly emailMessage?: string | null;
  readonly emailDesign?: WrittenDesign | null;
  readonly emailMjml?: string | null;
  readonly whatsappMessage?: string | null;
  readonly smsMessage?: string | null;
  readonly whatsappTemplate?: RequestedTemplate | null;
}

const fields = objectOf({
  optional: {
    subject: line,
    preheader: line,
    emailMessage: message('EMAIL'),
    emailDesign: nullOr(designRule),
    emailMjml: nullOr(mjmlRule),
    whatsappMessage: message('WHATSAPP'),
    smsMessage: message('SMS'),
    whatsappTemplate: nullOr(
      objectOf({ required: { contentSid: templateIdRule }, optional: { variables: variablesRule } }),
    ),
  } satisfies Record<keyof TranslationInput, Rule>,
});

const translationRule: Rule = {
  schema: { $id: 'TranslationInput', ...fields.schema },
  issues: (value, input) => {
    const issues = fields.issues(value, input);
    return issues.length > 0 || !isRecord(value) ? issues : onlyOneSource(value);
  },
};
const ofLanguage = nullOr(translationRule);

const translationsRule: Rule = {
  schema: {
    type: 'object',
    propertyNames: { pattern: TAG_PATTERN },
    additionalProperties: ofLanguage.schema,
    maxProperties: MAX_TRANSLATIONS,
    examples: [{ de: { subject: 'Frühlingskonzert', smsMessage: 'Hallo {{name|}}!' } }],
  },
  issues: (value, input) => {
    if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
    const translations = Object.entries(value);
    if (translations.length > MAX_TRANSLATIONS)
      return issue('too_many', `Must have at most ${MAX_TRANSLATIONS} languages`);
    return translations.flatMap(([tag, texts]): FieldError[] =>
      tagForm.test(tag)
        ? within(tag, ofLanguage.issues(texts, input))
        : issue('not_allowed', 'A language is a tag such as de, zh-Hant, or pt-BR', tag),
    );
  },
};

/** The texts in other languages, by the tag of the language. Null removes a translation. */
export type TranslationsInput = Readonly<Record<string, TranslationInput | null>>;

export const AreTranslations = applyDecorators(
  ApiProperty({
    description:
      'The texts for people who read another language, by its tag. People whose language has no translation, and texts that a translation lacks, get the texts above. Changes only the given languages and texts. Null removes a language or a text',
  }),
  Holds('areTranslations', translationsRule),
  OptionalNotNull(),
);

/** The translation to show or to send. Null: the texts for everyone. */
export const IsTranslation = applyDecorators(
  ApiProperty({
    description:
      'The language of the translation, or null for the texts for everyone. Absent: the translation that a person with this data gets',
  }),
  Holds(
    'isTranslation',
    nullOr(matching(TAG_PATTERN, 'Must be a language such as de, zh-Hant, or pt-BR', { examples: ['de'] })),
  ),
  OptionalNotNull(),
);

export function toTranslations(input: TranslationsInput): Record<string, WrittenTranslationChanges | null> {
  return Object.fromEntries(
    Object.entries(input).map(([tag, texts]) => [canonicalTag(tag) ?? tag, texts && toTranslation(texts)]),
  );
}

function toTranslation(input: TranslationInput): WrittenTranslationChanges {
  const { subject, preheader, emailMessage, whatsappMessage, smsMessage, whatsappTemplate } = input;
  const emailSource = toEmailSource(input);
  return {
    ...(subject !== undefined && { subject }),
    ...(preheader !== undefined && { preheader }),
    bodies: {
      ...(emailMessage !== undefined && { EMAIL: emailMessage }),
      ...(whatsappMessage !== undefined && { WHATSAPP: whatsappMessage }),
      ...(smsMessage !== undefined && { SMS: smsMessage }),
    },
    ...(whatsappTemplate !== undefined && {
      whatsappTemplate: whatsappTemplate && toTemplate(whatsappTemplate),
    }),
    ...(emailSource !== undefined && { emailSource }),
  };
}
