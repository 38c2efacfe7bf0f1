import { createHmac } from 'node:crypto';
import { type ProviderResult, UnusableSender } from '@carillon/channel';
import type { ContentChanges, LeasedRecipient } from '@carillon/contracts';
import {
  FakeApiServer,
  FakeMeta,
  type MetaTemplate,
  type PhoneAct,
  type PhoneRefusal,
} from '@carillon/fake-providers';
import { uploadedPicture } from '@carillon/testing';
import {
  EndpointSending,
  apiProviders,
  deliveryId,
  describeProvider,
  endpointSender,
} from '@carillon/testing/providers';
import { FixedClock } from '@carillon/testing/clock';
import type { WhatsappWorkerConfig } from '../config';
import { MetaProvider } from './meta-provider';

const config = {
  PUBLIC_URL: 'https://carillon.example.com',
  WHATSAPP_LEASES: 5,
  WHATSAPP_CONCURRENCY: 10,
} as WhatsappWorkerConfig;
const settings = { phoneNumberId: '15550783881', businessAccountId: '102290129340398' };
const secrets = { accessToken: 'EAAG-a-token', appSecret: 'an-app-secret' };
const sender = { ...endpointSender(''), provider: 'META' as const, settings, secrets };
const id = expect.stringMatching(/^wamid\./) as unknown;

const template = (name: string, components: MetaTemplate['components'], more: object = {}): MetaTemplate => ({
  ...{ id: '1', name, language: 'en', status: 'APPROVED', category: 'MARKETING', components, ...more },
});
const templates = [
  template('order', [{ type: 'BODY', text: 'Hello {{1}}, order {{2}}' }]),
  template(
    'sale',
    [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hello {{first_name}}' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'See', url: 'https://example.com/{{1}}' }] },
    ],
    { parameter_format: 'NAMED' },
  ),
  template('paused', [{ type: 'BODY', text: 'Hello' }], { status: 'PAUSED' }),
  template('order', [{ type: 'BODY', text: 'Hallo {{1}}' }], { language: 'de', status: 'REJECTED' }),
];

function sendingTo(url: string | undefined, changes: Partial<WhatsappWorkerConfig> = {}) {
  const all = { ...config, ...(url !== undefined && { PROVIDER_API_URL: url }), ...changes };
  const made = new MetaProvider(new FixedClock(new Date()), all);
  return new EndpointSending<ProviderResult>('WHATSAPP', made, sender, null);
}

const error = (code: number): object => ({ error: { message: 'It failed', code } });
describeProvider(
  'META',
  apiProviders(
    'meta',
    {
      takes: { status: 200, body: { messages: [{ id: 'wamid.x' }] } },
      'refuses the recipient for good': { status: 400, body: error(131026) },
      'refuses the recipient for now': { status: 400, body: error(132015) },
      throttles: { status: 429, body: error(130429) },
      'refuses the login': { status: 401, body: error(190) },
    },
    (url) => sendingTo(url),
  ),
);

describe('a sender of Meta', () => {
  let act: PhoneAct;
  let fake: FakeMeta;
  let server: FakeApiServer;
  let sending: EndpointSending<ProviderResult>;
  beforeEach(async () => {
    act = 'takes';
    fake = new FakeMeta(secrets.appSecret, { conduct: () => act, templates });
    server = await new FakeApiServer({ meta: fake }).start();
    sending = sendingTo(server.url);
  });
  afterEach(async () => {
    await sending.end();
    await server.stop();
  });
  const sends = (
    content: ContentChanges,
    recipient: Partial<LeasedRecipient> = {},
  ): Promise<ProviderResult> => sending.send(5_000, recipient, content);
  const calls = (contentSid: string, variables: Record<string, string> = {}) =>
    sends({ bodies: { WHATSAPP: null }, whatsappTemplate: { contentSid, variables } });

  it('sends a text, whose webhooks name the delivery', async () => {
    expect(await sending.send()).toEqual({ kind: 'sent', providerId: id });
    expect(fake.messages.map(({ from, body }) => [from, body])).toEqual([
      [
        '+15550783881',
        {
          ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: '+15005550009' },
          ...{ type: 'text', text: { body: 'Hello Zoë', preview_url: true } },
          biz_opaque_callback_data: deliveryId,
        },
      ],
    ]);
  });

  it('proves that it has the secret of the app', async () => {
    const queries: string[] = [];
    const plain = await new FakeApiServer({
      meta: {
        answer: ({ method, path, query }) => {
          queries.push(`${method} ${path}?${query.toString()}`);
          return { status: 200, body: { messages: [{ id: 'wamid.x' }] } };
        },
      },
    }).start();
    const own = sendingTo(plain.url);
    await own.send();
    await own.end();
    await plain.stop();
    const proof = createHmac('sha256', secrets.appSecret).update(secrets.accessToken).digest('hex');
    expect(queries).toEqual([`POST /v25.0/15550783881/messages?appsecret_proof=${proof}`]);
  });

  it('sends a file with the text as its caption', async () => {
    const content = { bodies: { WHATSAPP: 'Menu' }, media: { WHATSAPP: uploadedPicture } };
    expect(await sends(content)).toEqual({ kind: 'sent', providerId: id });
    const link = `https://carillon.example.com/m/${uploadedPicture.token}/Menu-1.png`;
    expect(fake.messages).toMatchObject([{ body: { type: 'image', image: { link, caption: 'Menu' } } }]);
    const pdf = {
      ...content,
      media: { WHATSAPP: { ...uploadedPicture, name: 'Menu.pdf', type: 'application/pdf' } },
    };
    await sends(pdf);
    expect(fake.messages[1]?.body).toMatchObject({ type: 'document', document: { filename: 'Menu.pdf' } });
    const long = { bodies: { WHATSAPP: 'a'.repeat(1_025) }, media: { WHATSAPP: uploadedPicture } };
    expect(await sends(long)).toMatchObject({ reason: 'MESSAGE_TOO_LONG' });
    const sound = { ...content, media: { WHATSAPP: { ...uploadedPicture, type: 'audio/mpeg' } } };
    expect(await sends(sound)).toMatchObject({
      reason: 'MEDIA_NOT_SUPPORTED',
    });
  });

  it('gets no file from a gateway that only this machine can reach', async () => {
    const content = { bodies: { WHATSAPP: 'Menu' }, media: { WHATSAPP: uploadedPicture } };
    const own = sendingTo(undefined, { PUBLIC_URL: 'http://127.0.0.1:3000' });
    expect(await own.send(5_000, {}, content)).toMatchObject({ reason: 'MEDIA_UNREACHABLE' });
    await own.end();
  });

  it('sends a template with numbered variables to people outside of the window', async () => {
    const whatsappTemplate = { contentSid: 'order:en', variables: { 1: '{{name}}', 2: '42' } };
    expect(await sends({ bodies: { WHATSAPP: 'Free' }, whatsappTemplate })).toMatchObject({ kind: 'sent' });
    await sends({ bodies: { WHATSAPP: 'Free' }, whatsappTemplate }, { inServiceWindow: true });
    expect(fake.messages.map(({ text }) => text)).toEqual(['Hello Zoë, order 42', 'Free']);
  });

  it('sends a template with a picture, named variables, and the end of a URL', async () => {
    const variables = {
      ...{ HEADER_IMAGE: 'https://example.com/{{name}}.png', first_name: '{{name}}', BUTTON_0: 'spring' },
    };
    expect(await calls('sale:en', variables)).toMatchObject({ kind: 'sent' });
    expect(fake.messages[0]?.text).toBe('Hello Zoë');
  });

  it.each([
    ['order:en', { 1: 'Ada' }, 'TEMPLATE_VARIABLES_REFUSED'],
    ['sale:en', { first_name: 'Ada', BUTTON_0: 'x' }, 'TEMPLATE_VARIABLES_REFUSED'],
    ['order:fr', { 1: 'Ada', 2: '42' }, 'TEMPLATE_NOT_FOUND'],
    ['paused:en', {}, 'TEMPLATE_PAUSED'],
  ])('fails with a template that Meta refuses: %s %j', async (contentSid, variables, reason) => {
    expect(await calls(contentSid, variables)).toMatchObject({ kind: 'failed', reason });
  });

  it('does not ask Meta for a template of Twilio', async () => {
    expect(await calls(`HX${'0'.repeat(32)}`)).toMatchObject({
      reason: 'TEMPLATE_NOT_FOUND',
      permanent: true,
    });
    expect(fake.requests).toBe(0);
  });

  it.each<[PhoneRefusal, object]>([
    ['invalid number', { kind: 'failed', reason: 'NOT_ON_WHATSAPP', permanent: true }],
    ['opted out', { kind: 'failed', reason: 'OPTED_OUT', suppress: 'STOPPED' }],
    ['too many requests', { kind: 'throttled', scope: 'provider' }],
    ['invalid sender', { kind: 'providerDown', reason: 'SENDER_NOT_REGISTERED' }],
    ['internal error', { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
    ['unavailable', { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
  ])('has the result of a refusal: %s', async (refusal, result) => {
    act = { refuses: refusal };
    expect(await sending.send()).toMatchObject(result);
    expect(fake.requests).toBe(1);
  });

  it('may have sent a message if the response names none', async () => {
    for (const answer of [
      { status: 200, body: {} },
      { status: 200, body: 'OK' },
      { status: 200, body: { messages: [{}] } },
    ]) {
      act = answer;
      expect(await sending.send()).toMatchObject({ kind: 'unknown', reason: 'ANSWER_UNREADABLE' });
    }
  });

  it('is tested without a message, or with one, and learns its standing', async () => {
    const ok = { ok: true, reason: null, providerCode: null, detail: null };
    const standing = { number: '+15550783881', quality: 'HIGH', messagingLimit: 2_000 };
    expect(await sending.provider.tryOut(sender, null)).toEqual({ ...ok, standing });
    expect(fake.messages).toEqual([]);
    expect(await sending.provider.tryOut(sender, '+15005550009')).toEqual({ ...ok, standing });
    expect(fake.messages).toMatchObject([{ to: '+15005550009' }]);
    expect(fake.messages[0]?.body).not.toHaveProperty('biz_opaque_callback_data');
  });

  it.each([
    [{ accessToken: 'a-wrong-token' }, { reason: 'LOGIN_REFUSED', providerCode: '190' }],
    [{ appSecret: 'another-secret' }, { reason: 'LOGIN_REFUSED', providerCode: '100/proof' }],
  ])('refuses wrong secrets: %j', async (changes, failure) => {
    const wrong = { ...sender, secrets: { ...secrets, ...changes } };
    expect(await sending.provider.tryOut(wrong, '+15005550009')).toMatchObject({ ok: false, ...failure });
    expect(fake.messages).toEqual([]);
  });

  it.each([
    ['/message_templates', { ok: false, reason: 'SENDER_NOT_FOUND', standing: { messagingLimit: 2_000 } }],
    // The limit is not needed for sending.
    ['messaging_limit', { ok: true, reason: null, standing: { number: '+15550783881', quality: 'HIGH' } }],
  ])('is tested with a request that Meta refuses: %s', async (part, check) => {
    const refusing = await new FakeApiServer({
      meta: {
        answer: (request) =>
          `${request.path}?${request.query.toString()}`.includes(part)
            ? { status: 400, body: { error: { message: 'Unsupported', code: 100, error_subcode: 33 } } }
            : fake.answer(request),
      },
    }).start();
    const own = sendingTo(refusing.url);
    expect(await own.provider.tryOut(sender, null)).toMatchObject(check);
    await own.end();
    await refusing.stop();
  });

  it('is not used with incomplete settings', () => {
    const bad = new EndpointSending('WHATSAPP', sending.provider, { ...sender, secrets: {} }, null);
    expect(() => bad.send()).toThrow(UnusableSender);
  });
});
