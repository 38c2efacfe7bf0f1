export { boundedParser } from './bounded-parse';
export {
  type ContentText,
  channelsOf,
  fieldsQueryOf,
  neededKeysOf,
  plainKeysOf,
  rehearsalQueryOf,
  type RehearsedCampaign,
  requiredKeysOf,
  sentContent,
  skippedChannels,
  textsOf,
  usableChannels,
} from './campaign-content';
export {
  checkSource,
  type CheckedSource,
  compileSource,
  type ContentSource,
  ProblemsInTexts,
} from './compile-source';
export { MAX_LINKS, compileEmail, keysOf } from './compile-email';
export { type Counters, type EmailTexts, emailTexts } from './email-texts';
export { type Exceeds, exceeds, LONGEST_TEXT } from './exceeds';
export { escapeHtml } from './escape-html';
export { FOOTER_CLASS, type Footer, hasWatermark, UNSUBSCRIBE_URL } from './footer';
export { hasLink } from './has-link';
export { declarationsOf, isHiding } from './inline-style';
export { type LinkTags, linkTagsOf } from './link-tags';
export { isSystemKey, lookUp, type SystemValues, type Variables } from './look-up';
export { foreignSyntax } from './foreign-syntax';
export { preheaderHtml } from './preheader';
export { pickVariables } from './pick-variables';
export { plainTextOf } from './plain-text';
export { textColorOn } from './text-color';
export {
  LANGUAGE,
  LANGUAGE_PARAMETER,
  LOCALE,
  canonicalTag,
  languageOf,
  linkInLanguage,
  localeOf,
  readLanguage,
  translationFor,
} from './recipient-language';
export { smsSegments, type SmsSegments, unicodeCharactersOf } from './sms-segments';
export { LONGEST_PHONE_TEXT, MOST_UNITS, compilePhoneText, compileTemplateVariable } from './phone-text';
export { isKey, splitPlaceholders } from './placeholder';
export {
  compileTemplate,
  keysWithoutFallback,
  templateParts,
  type Slot,
  type Template,
  type TemplateMode,
  type TemplatePart,
} from './template';
export { nameOfWhole } from './look-up';
export { compileText, simpleText } from './text';
export { TooComplex } from './too-complex';
