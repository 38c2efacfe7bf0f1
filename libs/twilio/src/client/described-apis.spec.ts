import { join } from 'node:path';
import { uploadedPicture } from '@carillon/testing';
import { DescribedApi, recordExchanges } from '@carillon/testing/described-apis';
import { TwilioServer } from '@carillon/testing/providers';
import { campaignTerms } from './campaign-terms';
import { mediaTerms } from './media-terms';
import { twilioAccount } from './twilio-account';
import { type OutgoingMessage, TwilioClient } from './twilio-client';

const sid = (kind: string): string => kind + '0123456789abcdef'.repeat(2);
const secrets = { authToken: 'the token', apiKeySecret: 'the secret' };
const numbered = { accountSid: sid('AC'), from: '+15005550006' };
const accounts = {
  number: twilioAccount(numbered, secrets),
  key: twilioAccount({ ...numbered, apiKeySid: sid('SK') }, secrets),
  service: twilioAccount({ accountSid: sid('AC'), messagingServiceSid: sid('MG') }, secrets),
  whatsapp: twilioAccount(numbered, secrets, (phone) => `whatsapp:${phone}`),
};
const api = DescribedApi.in(join(__dirname, '../../test/described-apis.ts')).get('TwilioApi');

describe('the requests and responses of Twilio fit its description', () => {
  let server: TwilioServer;
  let client: TwilioClient;
  let exchanges: ReturnType<typeof recordExchanges>;
  beforeEach(async () => {
    exchanges = recordExchanges();
    server = await TwilioServer.start();
    client = new TwilioClient(server.url, 10);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    client.close();
    await server.stop();
  });
  const expectFit = (count: number): void => {
    expect(exchanges.map((each) => api?.faultsIn(each))).toEqual(Array.from({ length: count }, () => []));
  };
  const terms = campaignTerms({
    ...{ publicUrl: 'https://carillon.example.com', senderId: '64b7c0ffee64b7c0ffee0009' },
    ...{ deliveryId: '64b7c0ffee64b7c0ffee0001-0000000002-7', validForMs: 90_000 },
  });
  const servers = { publicUrl: 'https://carillon.example.com', apiUrl: 'https://api.twilio.com' };
  const media = mediaTerms(uploadedPicture, servers) as { mediaUrl: string[] };
  const template = { contentSid: sid('HX'), contentVariables: '{"1":"Zoë"}' };

  it.each<[string, keyof typeof accounts, OutgoingMessage]>([
    ['an SMS', 'number', { to: '+15005550009', body: 'Hello', ...terms }],
    ['an SMS of a messaging service', 'service', { to: '+15005550009', body: 'Hello', ...terms }],
    ['an MMS', 'key', { to: '+15005550009', body: 'Menu', ...media, ...terms }],
    ['a WhatsApp message', 'whatsapp', { to: 'whatsapp:+15005550009', body: 'Hello', ...terms }],
    ['a picture on WhatsApp', 'whatsapp', { to: 'whatsapp:+15005550009', body: 'Menu', ...media, ...terms }],
    ['a template', 'whatsapp', { to: 'whatsapp:+15005550009', ...template, ...terms }],
  ])('for %s', async (_, account, message) => {
    expect(await client.send(accounts[account], message, 5_000)).toMatchObject({ kind: 'sent' });
    expectFit(1);
  });

  it.each([21211, 21610, 20429, 20500] as const)('for the refusal %i', async (code) => {
    server.always({ code });
    const message = { to: '+15005550009', body: 'Hello' };
    expect(await client.send(accounts.number, message, 5_000)).not.toMatchObject({ kind: 'sent' });
    expectFit(1);
  });

  it('for tests of accounts', async () => {
    const message = { to: '+15005550009', body: 'Test' };
    expect(await client.tryOut(accounts.number, message, 5_000)).toBeNull();
    // The second request reads the list of messages, which is no longer empty.
    expect(await client.tryOut(accounts.key, message, 5_000)).toBeNull();
    expectFit(5);
    server.always({ code: 20003 });
    await client.tryOut(accounts.number, null, 5_000);
    expectFit(6);
  });

  it('for templates', async () => {
    server.templates.push({
      ...{ sid: sid('HX'), name: 'offer', language: 'en', category: 'UTILITY', status: 'rejected' },
      ...{ rejectionReason: 'Too short', variables: { 1: 'Ann' } },
      types: { 'twilio/text': { body: 'Hello {{1}}' } },
    });
    const page = await client.contentTemplates(accounts.number, { after: null, limit: 10 }, 5_000);
    expect(page).toMatchObject({ kind: 'page', items: [{ name: 'offer', status: 'REJECTED' }] });
    const unknown = `HX${'0'.repeat(32)}`;
    expect(await client.templateStatuses(accounts.number, [sid('HX'), unknown], 5_000)).toMatchObject({
      statuses: { [sid('HX')]: 'REJECTED', [unknown]: 'MISSING' },
    });
    expectFit(3);
  });
});
