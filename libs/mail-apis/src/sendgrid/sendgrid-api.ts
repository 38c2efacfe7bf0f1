import type { OpenedSender } from '@carillon/channel';
import { TOKEN_NAME } from '@carillon/feedback';
import type { HttpRequest } from '@carillon/http-client';
import { jsonWithFiles } from '../json-with-files';
import type { MailApi, MailParts } from '../mail-api';
import { judgeSendgrid } from './results';

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export const sendgridApi: MailApi<MailParts> = {
  provider: 'SENDGRID',
  name: 'SendGrid',
  baseUrl: ({ settings }) =>
    settings.region === 'eu' ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com',
  request: (mail, sender, base) => requestOf(mail, sender, base),
  judge: judgeSendgrid,
  check: {
    // https://www.twilio.com/docs/sendgrid/for-developers/sending-email/sandbox-mode
    request: (mail, sender, base) =>
      requestOf(mail, sender, base, { mail_settings: { sandbox_mode: { enable: true } } }),
    judge: judgeSendgrid,
  },
};

/** Carillon counts opens and clicks itself, and adds its own unsubscribe link. */
const tracking_settings = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
  ganalytics: { enable: false },
};

function requestOf(
  { token, from, replyTo, to, subject, text, html, headers, attachments }: MailParts,
  { secrets }: OpenedSender,
  base: string,
  more: object = {},
): HttpRequest {
  const texts = [
    { type: 'text/plain', value: text },
    { type: 'text/html', value: html },
  ];
  const fields = {
    personalizations: [{ to: [{ email: to }] }],
    from: { email: from.address, ...(from.name !== undefined && { name: from.name }) },
    ...(replyTo !== undefined && { reply_to: { email: replyTo } }),
    subject,
    // Each value has at least one character.
    content: texts.filter(({ value }) => value !== ''),
    headers: Object.fromEntries(headers),
    ...(token !== undefined && { custom_args: { [TOKEN_NAME]: token } }),
    tracking_settings,
    ...more,
  };
  return {
    method: 'POST',
    url: new URL(`${base}/v3/mail/send`),
    headers: { authorization: `Bearer ${secrets.apiKey ?? ''}`, 'content-type': 'application/json' },
    body: written(fields, attachments),
  };
}

const written = jsonWithFiles('attachments', ({ name, type, base64 }) => ({
  ...{ content: base64, type, filename: name, disposition: 'attachment' },
}));
