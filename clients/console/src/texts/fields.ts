import type { Texts } from './en';

/**
 * Returns the label of an API field: `settings.host` as in the sender form, `query.search` and `groups.1` by their
 * subject, and `translations.de.subject` with its language. Fields without a label are shown unchanged.
 */
export function fieldName(field: string, texts: Texts): string {
  const [, tag, translated] = /^translations\.([^.]+)\.(.+)$/.exec(field) ?? [];
  if (tag !== undefined && translated !== undefined) return `${fieldName(translated, texts)} (${tag})`;
  const { fields, settings, campaign, utm } = texts;
  const [first = '', second = ''] = field.replace(/^query\./, '').split('.');
  if (first === 'settings') return (settings.fields as Readonly<Record<string, string>>)[second] ?? field;
  if (first === 'utm' && second !== '')
    return (utm.fields as Readonly<Record<string, string>>)[second] ?? utm.title;
  if (first === 'rampUp') return fields[second] ?? fields[first] ?? field;
  // Keys of a person's data are the user's own names.
  if ((first === 'extraData' || first === 'attributes') && second !== '') return second;
  if (first === 'whatsappTemplate' && second === 'contentSid') return campaign.template;
  return fields[first] ?? field;
}
