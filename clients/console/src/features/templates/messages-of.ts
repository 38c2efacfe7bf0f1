import type { Schemas } from '@carillon/sdk';

/** The messages of a campaign, as fields of a template. Null: the template has none. */
export function messagesOf(campaign: Schemas['CampaignDetail']) {
  const { subject, preheader, fromName, replyTo, engine, shouldRemoveWatermark, utm } = campaign;
  const { whatsappMessage, whatsappTemplate, smsMessage, attachments } = campaign;
  return {
    ...{ subject, preheader, fromName, replyTo, engine, shouldRemoveWatermark, utm },
    ...{ whatsappMessage, whatsappTemplate, smsMessage },
    ...emailOf(campaign),
    attachments: attachments.map(({ _id }) => _id),
  };
}

/** What the email is made from, because the HTML of blocks and of MJML can't be changed. */
function emailOf({ emailDesign, emailMjml, message }: Schemas['CampaignDetail']) {
  if (emailDesign) return { emailDesign };
  if (emailMjml !== null) return { emailMjml };
  return { emailMessage: message === '' ? null : message, emailDesign: null };
}
