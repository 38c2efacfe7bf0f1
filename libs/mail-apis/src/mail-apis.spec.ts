import type { OpenedSender } from '@carillon/channel';
import type { EncodedMail, MailParts } from './mail-api';
import { mailgunApi } from './mailgun/mailgun-api';
import { postmarkApi } from './postmark/postmark-api';
import { sesApi } from './ses/ses-api';

const sender = (
  provider: OpenedSender['provider'],
  settings: object,
  secrets: Record<string, string>,
): OpenedSender => ({
  ...{ id: '1', userId: '2', version: '1', provider, secrets },
  settings: { fromAddress: 'news@shop.example', ...settings },
});
const parts: MailParts = {
  token: 'a-token',
  from: { address: 'news@shop.example', name: 'The "Shop"' },
  replyTo: 'ann@shop.example',
  to: 'zoe@example.org',
  subject: 'Hello',
  text: 'Dear Zoë',
  html: '<p>Dear Zoë</p>',
  headers: [['Message-ID', '<1@shop.example>']],
  attachments: [{ name: 'a.txt', type: 'text/plain', base64: 'YQ==' }],
};
const encoded: EncodedMail = { token: 'a-token', to: 'zoe@example.org', message: 'From: a\r\n\r\nHi\r\n' };

/** https://postmarkapp.com/developer/api/email-api#send-a-single-email */
const postmarkMessage = {
  From: '"The \\"Shop\\"" <news@shop.example>',
  To: 'zoe@example.org',
  ReplyTo: 'ann@shop.example',
  Subject: 'Hello',
  TextBody: 'Dear Zoë',
  HtmlBody: '<p>Dear Zoë</p>',
  Headers: [
    { Name: 'Message-ID', Value: '<1@shop.example>' },
    { Name: 'X-PM-KeepID', Value: 'true' },
  ],
  TrackOpens: false,
  TrackLinks: 'None',
  Metadata: { carillon: 'a-token' },
  MessageStream: 'broadcast',
  Attachments: [{ Name: 'a.txt', Content: 'YQ==', ContentType: 'text/plain' }],
};

describe('a request to Postmark', () => {
  const own = sender('POSTMARK', {}, { serverToken: 'a-server-token' });

  it('has the form of the documented sample, alone and in a batch', async () => {
    const { method, url, headers, body } = await postmarkApi.request(parts, own, 'https://x.example');
    expect([method, url.href]).toEqual(['POST', 'https://x.example/email']);
    expect(headers).toMatchObject({
      accept: 'application/json',
      'x-postmark-server-token': 'a-server-token',
    });
    expect(JSON.parse(body ?? '')).toEqual(postmarkMessage);
    const batch = postmarkApi.batch?.request(
      [parts, { ...parts, to: 'b@example.org' }],
      own,
      'https://x.example',
    );
    expect(batch?.url.href).toBe('https://x.example/email/batch');
    expect(JSON.parse(batch?.body ?? '')).toEqual([
      postmarkMessage,
      { ...postmarkMessage, To: 'b@example.org' },
    ]);
  });

  it('names the stream of the sender', async () => {
    const { body } = await postmarkApi.request(
      parts,
      { ...own, settings: { ...own.settings, messageStream: 'offers' } },
      'https://x.example',
    );
    expect(JSON.parse(body ?? '')).toMatchObject({ MessageStream: 'offers' });
  });
});

describe('a request to Mailgun', () => {
  const own = sender('MAILGUN', { domain: 'shop.example' }, { apiKey: 'key-1' });

  it('has the encoded email, its recipient, and its token', async () => {
    const { method, url, headers, body } = await mailgunApi.request(encoded, own, 'https://x.example');
    expect([method, url.href]).toEqual(['POST', 'https://x.example/v3/shop.example/messages.mime']);
    expect(headers.authorization).toBe(`Basic ${Buffer.from('api:key-1').toString('base64')}`);
    const [, boundary = ''] =
      /^multipart\/form-data; boundary=(\w+)$/.exec(headers['content-type'] ?? '') ?? [];
    const field = (name: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(body).toBe(
      field('to', 'zoe@example.org') +
        field('o:tracking', 'no') +
        field('o:tracking-clicks', 'no') +
        field('o:tracking-opens', 'no') +
        field('v:carillon', 'a-token') +
        `--${boundary}\r\nContent-Disposition: form-data; name="message"; filename="message.mime"\r\n` +
        `Content-Type: message/rfc822\r\n\r\n${encoded.message}\r\n--${boundary}--\r\n`,
    );
  });

  it('goes to the servers of the region', () => {
    const baseOf = (region?: string) =>
      mailgunApi.baseUrl({ ...own, settings: { ...own.settings, ...(region && { region }) } });
    expect([baseOf(), baseOf('us'), baseOf('eu')]).toEqual([
      ...['https://api.mailgun.net', 'https://api.mailgun.net', 'https://api.eu.mailgun.net'],
    ]);
  });
});

describe('a request to Amazon SES', () => {
  const own = sender(
    'SES',
    { awsRegion: 'eu-central-1', accessKeyId: 'AKIA1', configurationSet: 'news' },
    { secretAccessKey: 'a-secret' },
  );

  it('has the encoded email and the configuration set', async () => {
    const { url, headers, body } = await sesApi.request(encoded, own, sesApi.baseUrl(own));
    expect(url.href).toBe('https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails');
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA1\/\d{8}\/eu-central-1\/ses\//);
    expect(JSON.parse(body ?? '')).toEqual({
      Destination: { ToAddresses: ['zoe@example.org'] },
      Content: { Raw: { Data: Buffer.from(encoded.message).toString('base64') } },
      ConfigurationSetName: 'news',
    });
  });
});
