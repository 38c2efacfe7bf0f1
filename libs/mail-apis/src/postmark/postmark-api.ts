import type { OpenedSender } from '@carillon/channel';
import { TOKEN_NAME } from '@carillon/feedback';
import { jsonWithFiles } from '../json-with-files';
import type { MailApi, MailParts } from '../mail-api';
import { judgeBatch, judgePostmark, judgeServer } from './results';

/** Postmark's own name of the stream for emails to many people. */
const USUAL_STREAM = 'broadcast';

/**
 * The maximum number of emails in a request. Postmark accepts 500 and 50 MB, but if a request has no response, all of its
 * emails are in doubt. https://postmarkapp.com/developer/api/email-api#send-batch-emails
 */
const MOST = 50;
const MOST_BYTES = 20_000_000;

/** https://postmarkapp.com/developer/api/email-api */
export const postmarkApi: MailApi<MailParts> = {
  provider: 'POSTMARK',
  name: 'Postmark',
  baseUrl: () => 'https://api.postmarkapp.com',
  request: (mail, sender, base) => ({
    method: 'POST',
    url: new URL(`${base}/email`),
    headers: headersFor(sender),
    body: messageOf(mail, sender),
  }),
  judge: judgePostmark,
  batch: {
    most: MOST,
    mostBytes: MOST_BYTES,
    sizeOf: ({ html, text, attachments }) =>
      attachments.reduce((sum, { base64 }) => sum + base64.length, html.length + text.length),
    request: (mails, sender, base) => ({
      method: 'POST',
      url: new URL(`${base}/email/batch`),
      headers: headersFor(sender),
      body: `[${mails.map((mail) => messageOf(mail, sender)).join(',')}]`,
    }),
    judge: judgeBatch,
  },
  check: {
    request: (_mail, sender, base) => ({
      method: 'GET',
      url: new URL(`${base}/server`),
      headers: headersFor(sender),
      body: null,
    }),
    judge: judgeServer,
  },
};

function headersFor({ secrets }: OpenedSender): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-postmark-server-token': secrets.serverToken ?? '',
  };
}

/** `X-PM-KeepID` keeps the Message-ID where Postmark supports it. */
function messageOf(
  { token, from, replyTo, to, subject, text, html, headers, attachments }: MailParts,
  { settings }: OpenedSender,
): string {
  const fields = {
    From: from.name === undefined ? from.address : `${quoted(from.name)} <${from.address}>`,
    To: to,
    ...(replyTo !== undefined && { ReplyTo: replyTo }),
    Subject: subject,
    ...(text !== '' && { TextBody: text }),
    ...(html !== '' && { HtmlBody: html }),
    Headers: [...headers, ['X-PM-KeepID', 'true'] as const].map(([Name, Value]) => ({ Name, Value })),
    // Carillon counts opens and clicks itself.
    TrackOpens: false,
    TrackLinks: 'None',
    ...(token !== undefined && { Metadata: { [TOKEN_NAME]: token } }),
    MessageStream: settings.messageStream ?? USUAL_STREAM,
  };
  return written(fields, attachments);
}

const written = jsonWithFiles('Attachments', ({ name, type, base64 }) => ({
  ...{ Name: name, Content: base64, ContentType: type },
}));

function quoted(name: string): string {
  return `"${name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/["\\]/g, '\\$&')}"`;
}
