import type { Schemas } from '@carillon/sdk';

/** The channels that the campaign has a message for. */
export function writtenChannels(campaign: Schemas['CampaignDetail']): Schemas['Channel'][] {
  const { message, whatsappMessage, whatsappTemplate, smsMessage } = campaign;
  return [
    ...(message === '' ? [] : (['EMAIL'] as const)),
    ...(whatsappMessage === null && whatsappTemplate === null ? [] : (['WHATSAPP'] as const)),
    ...(smsMessage === null ? [] : (['SMS'] as const)),
  ];
}
