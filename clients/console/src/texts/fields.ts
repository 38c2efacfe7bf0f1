import type { Texts } from './en';

/**
 * Says a field of the API as the pages call it: `settings.host` as the form of senders does, `query.search` and `groups.1`
 * as what they are of. What has no word is shown as it is.
 */
export function fieldName(field: string, { fields, settings, campaign }: Texts): string {
  const [first = '', second = ''] = field.replace(/^query\./, '').split('.');
  if (first === 'settings') return settings.fields[second] ?? field;
  // What a person's data are called is their own word.
  if (first === 'extraData' && second !== '') return second;
  if (first === 'whatsappTemplate' && second === 'contentSid') return campaign.template;
  return fields[first] ?? field;
}
