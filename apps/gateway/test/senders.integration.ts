import { AppError } from '@carillon/contracts';
import { mailgunHooks, postmarkHooks, sendgridHooks } from '../../../libs/feedback/test/webhooks';
import { ID, TWILIO, integration, settings, twilioIntegration } from './examples';
import { Gateway } from './gateway';
import { newIntegration } from './operations';
import { obliging } from './services';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({
    ...obliging,
    'sender.create': ({ id, provider, settings: stored }) => ({
      ...{ ...integration, id, provider, settings: stored },
    }),
    'sender.get': ({ id }) =>
      id === TWILIO ? twilioIntegration : { ...integration, id, provider: 'HTTP', settings: endpoint },
  });
});
afterAll(() => gateway.close());

const endpoint = { url: 'https://sender.example.com/messages', fromAddress: 'news@example.com' };
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const newEndpoint = {
  channel: 'email',
  provider: 'HTTP',
  name: 'Endpoint',
  settings: { ...endpoint, secret },
};
/** The required settings of each mail provider; the last one is its secret. */
const mailApis = [
  { provider: 'SENDGRID', settings: { apiKey: 'SG.an-id.a-secret' } },
  { provider: 'POSTMARK', settings: { serverToken: 'a-server-token' } },
  { provider: 'MAILGUN', settings: { domain: 'shop.example', apiKey: 'a-key-of-mailgun' } },
  {
    provider: 'SES',
    settings: { awsRegion: 'eu-central-1', accessKeyId: 'AKIA1', secretAccessKey: 'a-secret-key-of-aws' },
  },
] as const;
const newPool = (members: unknown, more: object = {}) => ({
  ...{ channel: 'email', provider: 'POOL', name: 'Both' },
  settings: { strategy: 'ORDER', members, ...more },
});
const hooks = { SENDGRID: sendgridHooks, MAILGUN: mailgunHooks, POSTMARK: postmarkHooks };
const faultsOf = async (body: object, method: 'POST' | 'PATCH' = 'POST') => {
  const answer = await gateway.call(method, method === 'POST' ? '/senders' : `/senders/${ID}`, { body });
  const { errors = [] } = answer.body as { errors?: { field: string; code: string }[] };
  return errors.map(({ field, code }) => `${field} ${code}`);
};

describe('senders', () => {
  it('have sealed secrets in commands, and the default provider unless they name another', async () => {
    const { text } = await gateway.call('POST', '/senders', { body: newIntegration });
    expect(text).not.toContain(settings.password);
    const created = gateway.payloads('sender.create').at(-1);
    expect(created).toMatchObject({ provider: 'SMTP', sealed: { password: expect.any(String) as string } });
    expect(created).not.toHaveProperty('isOnly');
    await gateway.call('POST', '/senders', { body: newEndpoint });
    const command = gateway.payloads('sender.create').at(-1);
    expect(command).toMatchObject({
      ...{ channel: 'EMAIL', provider: 'HTTP', settings: endpoint },
      sealed: { secret: expect.any(String) as string },
    });
    expect(JSON.stringify(command)).not.toContain(secret);
  });

  it('can be pools, with rules for the recipients of each sender', async () => {
    const members = [
      { senderId: ID, weight: 2, domains: ['gmail.com', 'xn--mnchen-3ya.example'], topicIds: [ID] },
      { senderId: ID.replace('5', '6') },
    ];
    const { status } = await gateway.call('POST', '/senders', { body: newPool(members) });
    expect(status).toBe(201);
    expect(gateway.payloads('sender.create').at(-1)).toMatchObject({
      ...{ channel: 'EMAIL', provider: 'POOL', settings: { strategy: 'ORDER', members }, sealed: {} },
    });
    const phones = { ...newPool([{ senderId: ID, countries: ['DE'] }]), channel: 'sms' };
    expect((await gateway.call('POST', '/senders', { body: phones })).status).toBe(201);
  });

  it.each<[string, unknown, string]>([
    ['no senders', [], 'settings.members empty'],
    ['too many senders', Array(11).fill({ senderId: ID }), 'settings.members too_many'],
    ['no ID', [{}], 'settings.members.0.senderId required'],
    ['a name instead of an ID', [{ senderId: 'Ours' }], 'settings.members.0.senderId invalid_id'],
    ['a weight of 0', [{ senderId: ID, weight: 0 }], 'settings.members.0.weight too_small'],
    ['an empty rule', [{ senderId: ID, domains: [] }], 'settings.members.0.domains empty'],
    ['an address', [{ senderId: ID, domains: ['a@b.example'] }], 'settings.members.0.domains.0 not_allowed'],
    [
      'countries of emails',
      [{ senderId: ID, countries: ['DE'] }],
      'settings.members.0.countries unknown_field',
    ],
    ['a text', 'both', 'settings.members wrong_type'],
    ['null', [null], 'settings.members.0 wrong_type'],
  ])('refuse pools with %s', async (_, members, fault) => {
    expect(await faultsOf(newPool(members))).toContain(fault);
  });

  it('refuse pools without a known strategy, and countries that there are not', async () => {
    const sms = { ...newPool([{ senderId: ID, countries: ['XX'] }], { strategy: 'RANDOM' }), channel: 'sms' };
    expect(await faultsOf(sms)).toEqual([
      'settings.strategy not_allowed',
      'settings.members.0.countries.0 not_allowed',
    ]);
  });

  it.each<[string, object, string]>([
    ['a provider that there is not', { provider: 'FAX' }, 'provider not_allowed'],
    ['a provider of another channel', { provider: 'TWILIO' }, 'provider not_allowed'],
    ['no URL', { settings: { secret, fromAddress: 'a@example.com' } }, 'settings.url required'],
    ['no secret', { settings: endpoint }, 'settings.secret required'],
    [
      'plain http',
      { settings: { ...newEndpoint.settings, url: 'http://example.com/' } },
      'settings.url not_allowed',
    ],
    [
      'a private address',
      { settings: { ...newEndpoint.settings, url: 'https://10.0.0.1/' } },
      'settings.url not_allowed',
    ],
    [
      'this machine',
      { settings: { ...newEndpoint.settings, url: 'http://localhost:8080/' } },
      'settings.url not_allowed',
    ],
    [
      'a short secret',
      { settings: { ...newEndpoint.settings, secret: 'whsec_c2hvcnQ=' } },
      'settings.secret not_allowed',
    ],
    ['settings of another provider', { settings }, 'settings.host unknown_field'],
  ])('are not created with %s', async (_, change, fault) => {
    expect(await faultsOf({ ...newEndpoint, ...change })).toContain(fault);
  });

  describe.each(mailApis)('of the mail provider $provider', ({ provider, settings: credentials }) => {
    const sender = {
      ...{ channel: 'email', provider, name: 'Newsletter' },
      settings: { ...credentials, fromAddress: 'news@example.com' },
    };
    const { key } = { ...hooks, SES: { key: 'arn:aws:sns:eu-west-1:123456789012:mail' } }[provider];

    it('have the URL of their webhook from the beginning, because the provider needs it for the key', async () => {
      const { body } = await gateway.call('POST', '/senders', { body: sender });
      const { _id, webhookUrl } = (body as { data: { createSender: Record<string, string> } }).data
        .createSender;
      expect(webhookUrl).toBe(
        `https://carillon.example.com/api/v1/callbacks/email/${provider.toLowerCase()}/${_id}`,
      );
    });

    it('have a sealed key of this provider, and no other provider of webhooks', async () => {
      const withKey = { ...sender, settings: { ...sender.settings, feedbackKey: key } };
      expect(await faultsOf(withKey)).toEqual([]);
      const command = gateway.payloads('sender.create').at(-1);
      expect(command).toMatchObject({ provider, sealed: { feedbackKey: expect.any(String) as string } });
      expect(JSON.stringify(command)).not.toContain(Object.values(credentials).at(-1));
      const other = { ...sender, settings: { ...sender.settings, feedbackKey: 'x' } };
      expect(await faultsOf(other)).toEqual(['settings.feedbackKey not_allowed']);
      const behind = { ...sender, settings: { ...sender.settings, feedbackProvider: provider } };
      expect(await faultsOf(behind)).toEqual(['settings.feedbackProvider unknown_field']);
    });

    it('have a key that HTTP headers can contain', async () => {
      const name = Object.keys(credentials).at(-1) ?? '';
      for (const value of ['SG.…', 'two words', 'kéy'])
        expect(await faultsOf({ ...sender, settings: { ...sender.settings, [name]: value } })).toEqual([
          `settings.${name} not_allowed`,
        ]);
    });

    it.each([...Object.keys(credentials), 'fromAddress'])('require %s', async (name) => {
      const { [name]: _, ...others } = sender.settings as Record<string, string>;
      expect(await faultsOf({ ...sender, settings: others })).toEqual([`settings.${name} required`]);
    });
  });

  it.each(['evil.example/', 'eu-central-1@evil.example', '-eu', 'EU', 'e'.repeat(31)])(
    'have only a label in the host of Amazon SES, not %j',
    async (awsRegion) => {
      const settings = { ...mailApis[3].settings, fromAddress: 'news@example.com', awsRegion };
      const body = { channel: 'email', provider: 'SES', name: 'Newsletter', settings };
      expect(await faultsOf(body)).toEqual([expect.stringMatching(/^settings\.awsRegion /) as unknown]);
    },
  );

  it('change by the rules of their provider, and keep it', async () => {
    expect(await faultsOf({ settings: { url: 'nonsense' } }, 'PATCH')).toEqual(['settings.url not_allowed']);
    expect(await faultsOf({ settings: { host: 'smtp.example.com' } }, 'PATCH')).toEqual([
      'settings.host unknown_field',
    ]);
    expect(await faultsOf({ provider: 'SMTP' }, 'PATCH')).toEqual(['provider unknown_field']);
    await gateway.call('PATCH', `/senders/${ID}`, { body: { settings: { secret, replyTo: null } } });
    expect(gateway.payloads('sender.update').at(-1)).toMatchObject({
      ...{ settings: { replyTo: null }, sealed: { secret: expect.any(String) as string } },
    });
  });

  it('are paused and resumed, but not as integrations', async () => {
    expect(await faultsOf({ isPaused: null }, 'PATCH')).toEqual(['isPaused wrong_type']);
    await gateway.call('PATCH', `/senders/${ID}`, { body: { isPaused: true } });
    expect(gateway.payloads('sender.update').at(-1)).toMatchObject({ id: ID, isPaused: true });
    const refused = await gateway.call('PATCH', `/integrations/${ID}`, { body: { isPaused: true } });
    expect(refused.body).toMatchObject({ errors: [{ field: 'isPaused', code: 'unknown_field' }] });
    const { body } = await gateway.call('GET', `/senders/${ID}`);
    expect(body).toMatchObject({ data: { sender: { isPaused: false } } });
  });

  describe('with daily limits', () => {
    const rampUp = { startsOn: '2026-12-01', startPerDay: 50, targetPerDay: 5_000 };
    const defaults = { maxBounceRate: 0.05, maxComplaintRate: 0.003 };

    it('have defaults', async () => {
      await gateway.call('POST', '/senders', { body: { ...newIntegration, rampUp } });
      expect(gateway.payloads('sender.create').at(-1)).toMatchObject({
        rampUp: { ...rampUp, factor: 1.5, step: null, domainGroups: [], ...defaults },
      });
      const { startsOn: _, ...today } = rampUp;
      await gateway.call('PATCH', `/senders/${ID}`, { body: { rampUp: { ...today, step: 100 } } });
      expect(gateway.payloads('sender.update').at(-1)).toMatchObject({
        rampUp: { startsOn: new Date().toISOString().slice(0, 10), factor: null, step: 100 },
      });
    });

    it('have limits for groups of domains', async () => {
      const GMAIL = { startPerDay: 20, targetPerDay: 500 };
      await gateway.call('PATCH', `/senders/${ID}`, {
        body: { rampUp: { ...rampUp, domainGroups: { GMAIL } } },
      });
      expect(gateway.payloads('sender.update').at(-1)).toMatchObject({
        rampUp: { domainGroups: [{ group: 'GMAIL', ...GMAIL }] },
      });
    });

    it('are changed to none', async () => {
      await gateway.call('PATCH', `/senders/${ID}`, { body: { rampUp: null } });
      expect(gateway.payloads('sender.update').at(-1)).toMatchObject({ rampUp: null });
      await gateway.call('PATCH', `/senders/${ID}`, { body: { name: 'Ours' } });
      expect(gateway.payloads('sender.update').at(-1)).not.toHaveProperty('rampUp');
    });

    it.each<[object | string, string]>([
      [{ ...rampUp, factor: 1.5, step: 10 }, 'rampUp.step not_allowed'],
      [{ ...rampUp, startsOn: '2026-02-30' }, 'rampUp.startsOn not_allowed'],
      [{ ...rampUp, startPerDay: 0 }, 'rampUp.startPerDay too_small'],
      [{ startPerDay: 50 }, 'rampUp.targetPerDay required'],
      [{ ...rampUp, factor: 11 }, 'rampUp.factor too_big'],
      [{ ...rampUp, maxBounceRate: 5 }, 'rampUp.maxBounceRate too_big'],
      [{ ...rampUp, domainGroups: { HOTMAIL: {} } }, 'rampUp.domainGroups.HOTMAIL unknown_field'],
      [
        { ...rampUp, domainGroups: { GMX: { startPerDay: 1 } } },
        'rampUp.domainGroups.GMX.targetPerDay required',
      ],
      ['2026-12-01', 'rampUp wrong_type'],
    ])('refuse %j', async (wrong, fault) => {
      expect(await faultsOf({ ...newIntegration, rampUp: wrong })).toContain(fault);
      expect(await faultsOf({ rampUp: wrong }, 'PATCH')).toContain(fault);
    });

    it('are only for emails', async () => {
      const sms = { channel: 'sms', provider: 'HTTP', name: 'Shop', settings: { url: endpoint.url, secret } };
      expect(await faultsOf(sms)).toEqual([]);
      expect(await faultsOf({ ...sms, rampUp })).toEqual(['rampUp not_allowed']);
      expect(await faultsOf({ ...newPool([{ senderId: ID }]), rampUp })).toEqual(['rampUp not_allowed']);
      const { body } = await gateway.call('PATCH', `/senders/${TWILIO}`, { body: { rampUp } });
      expect(body).toMatchObject({ errors: [{ field: 'rampUp', code: 'not_allowed' }] });
    });

    it('show their state, and resume', async () => {
      const { body } = await gateway.call('GET', `/senders/${ID}/ramp-up`);
      expect(body).toMatchObject({ data: { rampUp: { day: 4, limit: 2_000, sent: 812 } } });
      await gateway.call('POST', `/senders/${ID}/ramp-up/resume`);
      const command = gateway.payloads('dispatch.resume-ramp-up').at(-1);
      expect(command).toMatchObject({ senderId: ID, rampUp: { startPerDay: 50 } });
      const none = await gateway.call('GET', `/senders/${TWILIO}/ramp-up`);
      expect(none.body).toMatchObject({ data: { rampUp: null } });
    });
  });

  it.each([
    ['sender_name_taken', 'POST', '/senders'],
    ['sender_name_taken', 'PATCH', `/senders/${ID}`],
    ['limit_reached', 'POST', '/senders'],
    ['default_sender', 'DELETE', `/senders/${ID}`],
    ['sender_in_use', 'DELETE', `/senders/${ID}`],
  ] as const)('return the reason if they cannot change: %s to %s %s', async (code, method, path) => {
    const refuse = () => {
      throw new AppError(code);
    };
    const refusing = await Gateway.start({
      ...{ 'sender.create': refuse, 'sender.update': refuse, 'sender.delete': refuse },
    });
    const body = { POST: newIntegration, PATCH: { name: 'Taken' }, DELETE: undefined }[method];
    const answer = await refusing.call(method, path, { body }).finally(() => refusing.close());
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, code]);
  });

  it('are named by campaigns, by channel', async () => {
    const draft = { name: 'News', senders: { EMAIL: ID } };
    await gateway.call('POST', '/campaigns/drafts', { body: draft });
    expect(gateway.payloads('campaign.create-draft').at(-1)).toMatchObject({ senders: { EMAIL: ID } });
    for (const senders of [{ FAX: ID }, { EMAIL: 'x' }, [], 'x']) {
      const { status } = await gateway.call('POST', '/campaigns/drafts', { body: { ...draft, senders } });
      expect(status).toBe(422);
    }
    await gateway.call('PATCH', `/campaigns/${ID}`, { body: { senders: {} } });
    expect(gateway.payloads('campaign.update').at(-1)).toMatchObject({ senders: {} });
  });
});
