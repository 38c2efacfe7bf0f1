import type { MailParts } from '../mail-api';
import { sendgridApi } from './sendgrid-api';

const sender = {
  id: '1',
  userId: '2',
  provider: 'SENDGRID',
  version: '1',
  settings: { fromAddress: 'news@shop.example' },
  secrets: { apiKey: 'SG.id.secret' },
} as const;

const mail: MailParts = {
  token: 'a-token',
  from: { address: 'news@shop.example', name: 'The Shop' },
  replyTo: 'ann@shop.example',
  to: 'zoe@example.org',
  subject: 'Hello',
  text: 'Dear Zoë',
  html: '<p>Dear Zoë</p>',
  headers: [['Message-ID', '<1@shop.example>']],
  attachments: [],
};

const requestOf = async (changes: Partial<MailParts> = {}) => {
  const { body, ...request } = await sendgridApi.request(
    { ...mail, ...changes },
    sender,
    'https://x.example',
  );
  return { ...request, body: JSON.parse(body ?? '') as unknown };
};

describe('a request to SendGrid', () => {
  it('has the form of the documented sample', async () => {
    const { method, url, headers, body } = await requestOf();
    expect([method, url.href]).toEqual(['POST', 'https://x.example/v3/mail/send']);
    expect(headers).toEqual({
      authorization: 'Bearer SG.id.secret',
      'content-type': 'application/json',
    });
    expect(body).toEqual({
      personalizations: [{ to: [{ email: 'zoe@example.org' }] }],
      from: { email: 'news@shop.example', name: 'The Shop' },
      reply_to: { email: 'ann@shop.example' },
      subject: 'Hello',
      content: [
        { type: 'text/plain', value: 'Dear Zoë' },
        { type: 'text/html', value: '<p>Dear Zoë</p>' },
      ],
      headers: { 'Message-ID': '<1@shop.example>' },
      custom_args: { carillon: 'a-token' },
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
        subscription_tracking: { enable: false },
        ganalytics: { enable: false },
      },
    });
  });

  it('omits what the email lacks', async () => {
    const { body } = await requestOf({ token: undefined, replyTo: undefined, text: '' });
    expect(body).not.toHaveProperty('custom_args');
    expect(body).not.toHaveProperty('reply_to');
    expect(body).toMatchObject({ content: [{ type: 'text/html' }] });
  });

  it('has the attached files', async () => {
    const attachments = [{ name: 'a.txt', type: 'text/plain', base64: 'YQ==' }];
    const file = { content: 'YQ==', type: 'text/plain', filename: 'a.txt', disposition: 'attachment' };
    expect((await requestOf({ attachments })).body).toMatchObject({ subject: 'Hello', attachments: [file] });
  });

  it('goes to the servers of the region', () => {
    const baseOf = (region?: string) =>
      sendgridApi.baseUrl({ ...sender, settings: { ...sender.settings, ...(region && { region }) } });
    expect([baseOf(), baseOf('us'), baseOf('eu')]).toEqual([
      ...['https://api.sendgrid.com', 'https://api.sendgrid.com', 'https://api.eu.sendgrid.com'],
    ]);
  });
});
