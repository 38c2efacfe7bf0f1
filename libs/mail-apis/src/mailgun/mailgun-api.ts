import { randomBytes } from 'node:crypto';
import type { OpenedSender } from '@carillon/channel';
import { TOKEN_NAME } from '@carillon/feedback';
import type { HttpRequest } from '@carillon/http-client';
import type { EncodedMail, MailApi } from '../mail-api';
import { judgeMailgun } from './results';

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages.mime */
export const mailgunApi: MailApi<EncodedMail> = {
  provider: 'MAILGUN',
  name: 'Mailgun',
  baseUrl: ({ settings }) =>
    settings.region === 'eu' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net',
  request: (mail, sender, base) => requestOf(mail, sender, base),
  judge: judgeMailgun,
  check: {
    // https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-http#sending-in-test-mode
    request: (mail, sender, base) => requestOf(mail, sender, base, [['o:testmode', 'yes']]),
    judge: judgeMailgun,
  },
};

/** Carillon counts opens and clicks itself. */
const noTracking = [
  ['o:tracking', 'no'],
  ['o:tracking-clicks', 'no'],
  ['o:tracking-opens', 'no'],
] as const;

/** A form with the encoded email as a file, so that its bytes stay as they are (RFC 7578). */
function requestOf(
  { token, to, message }: EncodedMail,
  { settings, secrets }: OpenedSender,
  base: string,
  more: readonly (readonly [string, string])[] = [],
): HttpRequest {
  const boundary = randomBytes(18).toString('hex');
  const fields = [
    ['to', to] as const,
    ...noTracking,
    ...(token === undefined ? [] : [[`v:${TOKEN_NAME}`, token] as const]),
    ...more,
  ];
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    `--${boundary}\r\nContent-Disposition: form-data; name="message"; filename="message.mime"\r\n` +
    `Content-Type: message/rfc822\r\n\r\n${message}\r\n--${boundary}--\r\n`;
  return {
    method: 'POST',
    url: new URL(`${base}/v3/${encodeURIComponent(String(settings.domain))}/messages.mime`),
    headers: {
      authorization: `Basic ${Buffer.from(`api:${secrets.apiKey ?? ''}`).toString('base64')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: parts.join('') + file,
  };
}
