import type { Schemas } from '@carillon/sdk';

type Messages = Pick<
  Schemas['CampaignDetail'],
  'message' | 'whatsappMessage' | 'whatsappTemplate' | 'smsMessage'
>;

/** The channels that have a message. */
export function writtenChannels(messages: Messages): Schemas['Channel'][] {
  const { message, whatsappMessage, whatsappTemplate, smsMessage } = messages;
  return [
    ...(message === '' ? [] : (['EMAIL'] as const)),
    ...(whatsappMessage === null && whatsappTemplate === null ? [] : (['WHATSAPP'] as const)),
    ...(smsMessage === null ? [] : (['SMS'] as const)),
  ];
}
