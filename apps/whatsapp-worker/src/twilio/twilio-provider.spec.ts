import { UnusableSender } from '@carillon/channel';
import { uploadedPicture } from '@carillon/testing';
import { describeProvider, twilioAccount, twilioProviders } from '@carillon/testing/providers';
import { Sending } from '../../test/sending';

describeProvider(
  'WhatsApp',
  twilioProviders((url) => new Sending(url)),
);

const whatsappTemplate = {
  contentSid: `HX${'0'.repeat(32)}`,
  variables: { 1: '{{name}}', 2: 'at {{place|home}}' },
};
const templateOnly = { bodies: {}, whatsappTemplate };
const both = { bodies: { WHATSAPP: 'Hi {{name}}' }, whatsappTemplate };

describe('sending by WhatsApp', () => {
  let sending: Sending;
  beforeEach(async () => {
    sending = await Sending.start();
  });
  afterEach(() => sending.end());
  const sentMessages = () => sending.server?.messages.map(({ Body, ContentSid }) => Body ?? ContentSid);

  it('sends a text between WhatsApp addresses without changing its formatting', async () => {
    const bodies = { WHATSAPP: '*Hello* _{{name}}_ ~old~ ```code```\n\n> quote' };
    expect(await sending.send(60_000, {}, { bodies })).toEqual({
      kind: 'sent',
      providerId: expect.stringMatching(/^SM/) as unknown,
    });
    expect(sending.server?.messages).toEqual([
      {
        To: 'whatsapp:+15005550009',
        From: 'whatsapp:+15005550006',
        Body: '*Hello* _Zoë_ ~old~ ```code```\n\n> quote',
        ValidityPeriod: '90',
        StatusCallback: expect.stringMatching(/\/status\?delivery=.*-7#rc=5&rp=all$/) as unknown,
      },
    ]);
  });

  it('sends a picture with the text, but not with a template', async () => {
    const content = { ...both, media: { WHATSAPP: uploadedPicture } };
    await sending.send(60_000, { inServiceWindow: true }, content);
    await sending.send(60_000, {}, content);
    expect(sending.server?.messages).toMatchObject([
      { Body: 'Hi Zoë', MediaUrl: `https://carillon.example.com/m/${uploadedPicture.token}/Menu-1.png` },
      { ContentSid: whatsappTemplate.contentSid },
    ]);
    expect(sending.server?.messages[1]).not.toHaveProperty('MediaUrl');
  });

  it('sends a template with its variables filled in, each on one line', async () => {
    const variables = { name: 'Zoë\n  "the\tfirst"' };
    expect(await sending.send(60_000, { variables }, templateOnly)).toMatchObject({ kind: 'sent' });
    const [message] = sending.server?.messages ?? [];
    expect(message).toMatchObject({ To: 'whatsapp:+15005550009', ContentSid: whatsappTemplate.contentSid });
    expect(message).not.toHaveProperty('Body');
    expect(JSON.parse(message?.ContentVariables ?? '')).toEqual({ 1: 'Zoë "the first"', 2: 'at home' });
  });

  it('sends a template without variables', async () => {
    const template = { contentSid: whatsappTemplate.contentSid, variables: {} };
    await sending.send(60_000, {}, { ...templateOnly, whatsappTemplate: template });
    expect(sending.server?.messages[0]).not.toHaveProperty('ContentVariables');
  });

  it('sends the text to recipients in the service window, and the template to the others', async () => {
    await sending.send(60_000, { inServiceWindow: true }, both);
    await sending.send(60_000, {}, both);
    expect(sentMessages()).toEqual(['Hi Zoë', whatsappTemplate.contentSid]);
  });

  it('sends the only message to all recipients', async () => {
    await sending.send(60_000, { inServiceWindow: true }, templateOnly);
    await sending.send(60_000, {}, { bodies: both.bodies });
    expect(sentMessages()).toEqual([whatsappTemplate.contentSid, 'Hi Zoë']);
  });

  it.each([
    ['a text that is too long', { bodies: { WHATSAPP: '{{name}}' } }, 'x'.repeat(1_601), 'MESSAGE_TOO_LONG'],
    [
      'a text that would grow without bound',
      { bodies: { WHATSAPP: '{{name}}'.repeat(500) } },
      'x'.repeat(16_000),
      'MESSAGE_TOO_LONG',
    ],
    [
      'a template whose variable would grow without bound',
      { whatsappTemplate: { ...whatsappTemplate, variables: { 1: '{{name}}'.repeat(500) } } },
      'x'.repeat(16_000),
      'MESSAGE_TOO_LONG',
    ],
    ['an empty text', { bodies: { WHATSAPP: '{{name}}' } }, '', 'EMPTY_MESSAGE'],
    ['a template with an empty variable', templateOnly, ' ', 'TEMPLATE_VARIABLE_EMPTY'],
  ])('sends no request for %s', async (_, changes, name, reason) => {
    const result = await sending.send(60_000, { variables: { name } }, changes);
    expect(result).toEqual({ kind: 'failed', reason, permanent: true, code: null });
    expect(sending.server?.requests).toEqual([]);
  });

  it.each([
    [63016, { kind: 'failed', permanent: true, reason: 'OUTSIDE_WINDOW', code: '63016' }],
    [
      63014,
      {
        kind: 'failed',
        permanent: true,
        reason: 'BLOCKED_BY_RECIPIENT',
        suppress: 'STOPPED',
        sender: '+15005550006',
      },
    ],
    [63049, { kind: 'throttled', scope: 'recipient', reason: 'MARKETING_LIMIT' }],
    [63051, { kind: 'providerDown', reason: 'BUSINESS_ACCOUNT_LOCKED' }],
  ])('interprets code %i', async (code, expected) => {
    sending.server?.always({ status: 400, code });
    expect(await sending.send()).toMatchObject(expected);
  });

  it('refuses incomplete settings', () => {
    const compile = () => sending.provider.compile(sending.content(), { ...twilioAccount(), secrets: {} });
    expect(compile).toThrow(UnusableSender);
  });
});
