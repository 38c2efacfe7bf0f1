import type { Schemas } from '@carillon/sdk';

/** The messages of a template in one language, as recipients get them. */
export type Messages = Pick<
  Schemas['TemplateDetail'],
  'subject' | 'message' | 'whatsappMessage' | 'whatsappTemplate' | 'smsMessage'
>;

/** The most characters that a thumbnail has room for. */
const BEGINNING = 200;

/** The beginning of a template's text for phones. Empty: it has none. */
export function beginningOf({ whatsappMessage, smsMessage }: Schemas['TemplateDetail']): string {
  return (whatsappMessage ?? smsMessage ?? '').trim().slice(0, BEGINNING);
}

/** @param tag the language; null: the messages for everyone. A text that it lacks is the one for everyone. */
export function messagesIn(template: Schemas['TemplateDetail'], tag: string | null): Messages {
  const translation = tag === null ? undefined : template.translations[tag];
  const { subject, message, whatsappMessage, whatsappTemplate, smsMessage } = template;
  return {
    subject: translation?.subject ?? subject,
    message: translation?.emailMessage ?? message,
    whatsappMessage: translation?.whatsappMessage ?? whatsappMessage,
    whatsappTemplate: translation?.whatsappTemplate ?? whatsappTemplate,
    smsMessage: translation?.smsMessage ?? smsMessage,
  };
}
