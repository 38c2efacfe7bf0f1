import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { simpleParser } from 'mailparser';
import { closedPort, serverCertificate } from '@carillon/testing';
import { describeProvider } from '@carillon/testing/providers';
import { BounceAddresses, UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { smtpTimeouts } from './mail-connection';
import { type Changes, DELIVERY, PUBLIC_URL, Sending, LINK_KEYS } from '../../test/sending';
import type { TestMailServerOptions } from '../../test/test-mail-server';

const wrongPassword: Changes = { settings: { username: 'me' }, secrets: { password: 'wrong' } };

describeProvider('SMTP', {
  takes: () => Sending.by(),
  'refuses the recipient for good': () => Sending.by({}, 'gone'),
  'refuses the recipient for now': () => Sending.by({}, 'busy'),
  throttles: () => Sending.by({}, 'closing'),
  'refuses the login': () => Sending.by({ password: 'right' }, 'ann', wrongPassword),
  'cannot be reached': async () => new Sending(null, await closedPort(), 'ann'),
  'hangs up before the message': () => Sending.by({}, 'reset-rcpt'),
  'hangs up when it has the message': () => Sending.by({}, 'reset-end'),
  'keeps silent before the message': () => Sending.by({}, 'hang-rcpt'),
  'keeps silent after the message': () => Sending.by({}, 'hang-data'),
});

describe('sending by SMTP', () => {
  let sending: Sending;
  afterEach(() => sending.end());

  it('transmits the message as it was composed', async () => {
    sending = await Sending.by();
    expect(await sending.send()).toEqual({ kind: 'sent' });
    const [mail] = sending.server?.mails ?? [];
    expect(mail?.to).toBe('ann@example.org');
    const { subject, html } = await simpleParser(mail?.raw ?? '');
    expect(subject).toBe('Hello Zoë');
    expect(html).toMatch(/^<p>Dear Zoë<\/p><pre>\n\.\n\.\.<\/pre>(<p>And so on\.<\/p>\n){500}<div/);
  });

  it('adds an unsubscribe link for this user, campaign, and recipient', async () => {
    sending = await Sending.by();
    await sending.send();
    const { headers } = await simpleParser(sending.server?.mails[0]?.raw ?? '');
    const { unsubscribe } = headers.get('list') as unknown as { unsubscribe: { url: string } };
    const [, token = ''] = unsubscribe.url.split(`${PUBLIC_URL}/u/`);
    expect(new UnsubscribeTokens(parseKeyRing(LINK_KEYS)).read(token)).toEqual({
      userId: '64b7c0ffee64b7c0ffee0002',
      campaignId: '64b7c0ffee64b7c0ffee0001',
      address: 'ann@example.org',
    });
  });

  it('uses a return path for each delivery if the sender has a bounce domain', async () => {
    sending = await Sending.by({}, 'ann', { settings: { bounceDomain: 'bounces.shop.example' } });
    await sending.send();
    const [part = '', domain] = (sending.server?.mails[0]?.from ?? '').split('@');
    expect(domain).toBe('bounces.shop.example');
    expect(new BounceAddresses(parseKeyRing(LINK_KEYS)).read(part)).toBe(DELIVERY);
  });

  it.each([
    ['SES', 'x-ses-message-tags', /^carillon=([0-9a-z_-]+)$/],
    ['SES', 'x-carillon-delivery', /^([0-9a-z_-]+)$/],
    ['SENDGRID', 'x-smtpapi', /^\{"unique_args":\{"carillon":"([0-9a-z_-]+)"\}\}$/],
    ['MAILGUN', 'x-mailgun-variables', /^\{"carillon":"([0-9a-z_-]+)"\}$/],
    ['POSTMARK', 'x-pm-metadata-carillon', /^([0-9a-z_-]+)$/],
  ] as const)('identifies the delivery to %s in the field %s', async (feedbackProvider, field, form) => {
    sending = await Sending.by({}, 'ann', { settings: { feedbackProvider }, secrets: { feedbackKey: 'x' } });
    await sending.send();
    const { headers } = await simpleParser(sending.server?.mails[0]?.raw ?? '');
    const [, token = ''] = form.exec(headers.get(field) as string) ?? [];
    expect(new BounceAddresses(parseKeyRing(LINK_KEYS)).readToken(token)).toBe(DELIVERY);
    expect(sending.server?.mails[0]?.from).toBe('news@shop.example');
  });

  it('has no such field without a feedback provider', async () => {
    sending = await Sending.by({}, 'ann', { settings: { bounceDomain: 'bounces.shop.example' } });
    await sending.send();
    const raw = sending.server?.mails[0]?.raw.toString() ?? '';
    expect(raw).toContain('Message-ID');
    expect(raw).not.toMatch(/^X-/m);
  });

  it('uses the same return path for all deliveries without a bounce domain', async () => {
    sending = await Sending.by();
    await sending.send();
    expect(sending.server?.mails[0]?.from).toBe('news@shop.example');
  });

  it.each([
    ['a bounce address', { bounceAddress: 'returns@shop.example' }],
    ['a bounce domain', { bounceDomain: 'bounces.shop.example' }],
    ['neither', {}],
  ])('signs the delivery in the Message-ID, which complaints quote, with %s', async (_, settings) => {
    sending = await Sending.by({}, 'ann', { settings });
    await sending.send();
    const raw = sending.server?.mails[0]?.raw.toString() ?? '';
    const { messageId = '' } = await simpleParser(raw);
    const [, token = ''] = /^<(.*)@shop\.example>$/.exec(messageId) ?? [];
    expect(new BounceAddresses(parseKeyRing(LINK_KEYS)).readToken(token)).toBe(DELIVERY);
    // RFC 5322 §2.1.1: lines should have 78 characters at most, and this field cannot be folded.
    expect(/^Message-ID: .*$/m.exec(raw)?.[0].length).toBeLessThanOrEqual(78);
  });

  it.each<[string, object]>([
    [
      'gone',
      { kind: 'failed', permanent: true, reason: 'NO_SUCH_ADDRESS', code: '550 5.1.1', suppress: 'BOUNCED' },
    ],
    [
      'unknown',
      { kind: 'failed', permanent: true, reason: 'NO_SUCH_ADDRESS', code: '550', suppress: 'BOUNCED' },
    ],
    ['policy', { kind: 'failed', permanent: true, reason: 'REFUSED', code: '550' }],
    ['busy', { kind: 'failed', permanent: false, reason: 'MAILBOX_BUSY', code: '450 4.2.1' }],
    ['full', { kind: 'failed', permanent: false, reason: 'MAILBOX_FULL', code: '452 4.2.2' }],
    [
      'closing',
      { kind: 'throttled', scope: 'provider', reason: 'SERVER_BUSY', code: '421 4.3.2', retryAfterMs: null },
    ],
    [
      'greylisted',
      {
        kind: 'throttled',
        scope: 'recipient',
        reason: 'SLOW_DOWN',
        code: '451 4.7.1',
        retryAfterMs: null,
      },
    ],
    ['reset-data', { kind: 'unknown', reason: 'CONNECTION_LOST', code: null, suspect: true }],
    ['reset-end', { kind: 'unknown', reason: 'CONNECTION_LOST', code: null, suspect: true }],
    ['reset-rcpt', { kind: 'failed', permanent: false, reason: 'CONNECTION_LOST', code: null }],
  ])('reports the result of the email to %s, and sends the next email', async (to, expected) => {
    sending = await Sending.by({}, to, { config: { EMAIL_CONNECTIONS: 1 } });
    expect(await sending.send()).toEqual(expected);
    expect(await sending.send(60_000, 'ben@example.org')).toEqual({ kind: 'sent' });
    expect(sending.server?.mails.map((mail) => mail.to)).toEqual(['ben@example.org']);
  });

  it.each<[string, number, boolean[]]>([
    ['before the message', 1, [false]],
    ['within a large message', 10_000, [true, false]],
    ['before the last chunk of a large message', 10_000, [true, true, true, false]],
  ])('does not deliver an email whose lease is lost %s', async (_, paragraphs, answers) => {
    sending = await Sending.by();
    const mayDeliver = (): boolean => answers.shift() ?? true;
    expect(await sending.send(60_000, 'ann@example.org', { paragraphs, mayDeliver })).toMatchObject({
      kind: 'throttled',
      scope: 'recipient',
      reason: 'LEASE_LOST',
    });
    expect(await sending.send(60_000, 'ben@example.org')).toEqual({ kind: 'sent' });
    expect(sending.server?.mails.map(({ to }) => to)).toEqual(['ben@example.org']);
  });

  it('keeps its connection after a rejection', async () => {
    sending = await Sending.by({}, 'gone', { config: { EMAIL_CONNECTIONS: 1 } });
    await sending.send();
    await sending.send(60_000, 'full@example.org');
    await sending.send(60_000, 'ben@example.org');
    expect(sending.server?.connections).toBe(1);
  });

  it('throttles an email that gets a connection too late', async () => {
    sending = await Sending.by({}, 'hang-data', { config: { EMAIL_CONNECTIONS: 1 } });
    const began = performance.now();
    const silent = sending.send(10_000, 'hang-data@example.org', { paragraphs: 1 });
    while (sending.taken() < 1) await pause(10);
    // The second email's time limit for a connection ends shortly before the first email's time limit, and its total
    // time limit ends shortly afterward.
    const leftMs = began + 10_000 - performance.now();
    expect(await sending.send(leftMs * 1.2, 'slow@example.org', { paragraphs: 1 })).toMatchObject({
      kind: 'throttled',
      scope: 'recipient',
      reason: 'NO_FREE_CONNECTION',
    });
    expect(await silent).toMatchObject({ kind: 'unknown', reason: 'SERVER_TIMEOUT' });
  });

  it('does not connect for an invalid address', async () => {
    sending = await Sending.by();
    const result = await sending.send(60_000, 'ann@example.org>\r\nRCPT TO:<ben@example.org');
    expect(result).toEqual({ kind: 'failed', reason: 'INVALID_ADDRESS', permanent: true, code: null });
    expect(sending.server?.connections).toBe(0);
  });

  it('opens no more connections than allowed, and reuses them', async () => {
    sending = await Sending.by({}, 'slow', { config: { EMAIL_CONNECTIONS: 3 } });
    await Promise.all(Array.from({ length: 60 }, () => sending.send()));
    expect(sending.server?.mails).toHaveLength(60);
    expect(sending.server?.connections).toBe(3);
  });

  it('works with fewer connections if the server accepts no more', async () => {
    sending = await Sending.by({ maxConnections: 2 }, 'slow');
    const results = await Promise.all(Array.from({ length: 40 }, () => sending.send()));
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(sending.server?.connections).toBeLessThan(10);
  });

  it('opens as many connections as its server allows with 421, and reports them in metrics', async () => {
    sending = await Sending.by({ maxConnections: 3 }, 'slow', { config: { EMAIL_CONNECTIONS: 20 } });
    // The pool opens connections until it exceeds what the server allows.
    do {
      const results = await Promise.all(Array.from({ length: 40 }, () => sending.send()));
      expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    } while ((sending.server?.connections ?? 0) <= 3);
    const { text } = await sending.metrics.scrape();
    expect(text).toContain('carillon_mail_connection_limit{service="test"} 3\n');
    expect(text).toContain('carillon_mail_connections{service="test"} 3\n');
  });

  it('tolerates a server that closes connections between emails', async () => {
    sending = await Sending.by({ mailsPerConnection: 3 }, 'ann', { config: { EMAIL_CONNECTIONS: 2 } });
    for (let n = 0; n < 20; n++) expect(await sending.send()).toEqual({ kind: 'sent' });
    expect(sending.server?.mails).toHaveLength(20);
  });

  it('reconnects immediately when the session accepts no more emails', async () => {
    sending = await Sending.by({ mailsPerSession: 3 }, 'ann', { config: { EMAIL_CONNECTIONS: 2 } });
    const results = await Promise.all(Array.from({ length: 40 }, () => sending.send()));
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(sending.server?.connections).toBeGreaterThanOrEqual(14);
  });

  it.each([
    '452 4.5.3 Too many emails sent on this session',
    '451 4.3.0 Temporary failure',
    '451 4.7.1 Please try again later',
  ])('learns the session limit from the reply %j, and then stays within it', async (fullReply) => {
    const config = { EMAIL_CONNECTIONS: 1 };
    sending = await Sending.by({ mailsPerSession: 4, fullReply }, 'ann', { config });
    const results = await Promise.all(Array.from({ length: 22 }, () => sending.send()));
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(sending.server?.connections).toBe(6);
    expect(sending.server?.refusals).toBe(2);
  });

  it('tries one new session when a server accepts no more emails, and then stops', async () => {
    const config = { EMAIL_CONNECTIONS: 1 };
    sending = await Sending.by({ mailsInAll: 5 }, 'ann', { config });
    const results: string[] = [];
    for (let n = 0; n < 8; n++) {
      const result = await sending.send();
      results.push(result.kind === 'throttled' ? `${result.scope} ${result.reason}` : result.kind);
    }
    expect(results.slice(0, 5)).toEqual(Array(5).fill('sent'));
    expect(results.slice(5)).toEqual(Array(3).fill('provider SENDER_DEFERRED'));
    // Only the first email beyond the limit is rejected twice.
    expect(sending.server?.refusals).toBe(4);
  });

  it('sends in a new session when its server accepts more emails later', async () => {
    sending = await Sending.by({ mailsInAll: 1 }, 'ann', { config: { EMAIL_CONNECTIONS: 1 } });
    await sending.send();
    expect(await sending.send()).toMatchObject({ kind: 'throttled', scope: 'provider' });
    sending.server?.allow(2);
    const before = sending.server?.connections ?? 0;
    expect(await sending.send()).toEqual({ kind: 'sent' });
    expect(sending.server?.connections).toBe(before + 1);
  });

  it('throttles without a new session if a session accepts no mail at all', async () => {
    sending = await Sending.by({ mailsPerSession: 0 });
    expect(await sending.send()).toMatchObject({ kind: 'throttled', scope: 'provider', code: '421 4.7.0' });
    expect(sending.server?.connections).toBe(1);
  });

  it('doubles its timeout with a server that never replied, and removes the limit after a reply', async () => {
    const replaced = jest.replaceProperty(smtpTimeouts, 'firstReply', 100 as never);
    try {
      sending = await Sending.by({}, 'hang-rcpt', { config: { EMAIL_CONNECTIONS: 1 } });
      const pool = sending.pool();
      const limits: number[] = [];
      for (let n = 0; n < 3; n++) {
        limits.push(pool.patience.ms);
        expect(await sending.send()).toMatchObject({
          kind: 'failed',
          reason: 'SERVER_TIMEOUT',
          suspect: true,
        });
      }
      expect(limits).toEqual([100, 200, 400]);
      expect(await sending.send(60_000, 'gone@example.org')).toMatchObject({ reason: 'NO_SUCH_ADDRESS' });
      expect(pool.patience.ms).toBe(Infinity);
    } finally {
      replaced.restore();
    }
  });

  it('throttles when no connection was free in time', async () => {
    sending = await Sending.by({}, 'hang-data', { config: { EMAIL_CONNECTIONS: 1 } });
    const hanging = sending.send(10_000);
    const second = await sending.send(200, 'ben@example.org');
    expect(second).toEqual({
      kind: 'throttled',
      scope: 'recipient',
      reason: 'NO_FREE_CONNECTION',
      retryAfterMs: 5_000,
      code: null,
    });
    expect(await hanging).toMatchObject({ kind: 'unknown', reason: 'SERVER_TIMEOUT' });
  });

  it('reports the provider as down if the server rejects the sender', async () => {
    sending = await Sending.by({}, 'ann', { settings: { fromAddress: 'stranger@shop.example' } });
    expect(await sending.send()).toEqual({
      kind: 'providerDown',
      reason: 'SENDER_REFUSED',
      code: '550 5.1.8',
      detail: '550 5.1.8 I do not know you',
    });
  });
});

describe('a mail server', () => {
  const before = getCACertificates();
  beforeAll(async () => setDefaultCACertificates([...before, (await serverCertificate()).cert]));
  afterAll(() => setDefaultCACertificates(before));
  let sending: Sending;
  afterEach(() => sending.end());

  it.each(['none', 'starttls', 'tls'] as const)(
    'accepts mail with authentication and security %s',
    async (security) => {
      const settings = { host: 'localhost', security, username: 'me' };
      sending = await Sending.by({ security, password: 'right' }, 'ann', {
        settings,
        secrets: { password: 'right' },
      });
      expect(await sending.send()).toEqual({ kind: 'sent' });
    },
  );

  it.each<[string, TestMailServerOptions, Changes, string]>([
    ['has the wrong certificate', { security: 'tls' }, { settings: { security: 'tls' } }, 'TLS_FAILED'],
    ['offers no TLS', {}, { settings: { host: 'localhost', security: 'starttls' } }, 'SERVER_REFUSED'],
    [
      'offers no authentication',
      {},
      { settings: { username: 'me' }, secrets: { password: 'x' } },
      'LOGIN_NOT_OFFERED',
    ],
    ['refuses the password', { password: 'right' }, wrongPassword, 'LOGIN_REFUSED'],
    ['requires authentication', { password: 'right' }, {}, 'LOGIN_REQUIRED'],
    ['is at a private address', {}, { config: { ALLOW_PRIVATE_SMTP_HOSTS: false } }, 'HOST_NOT_ALLOWED'],
    [
      'has a name with a private address',
      {},
      { settings: { host: 'localhost' }, config: { ALLOW_PRIVATE_SMTP_HOSTS: false } },
      'HOST_NOT_ALLOWED',
    ],
    [
      'has a private address written as a number',
      {},
      { settings: { host: '2130706433' }, config: { ALLOW_PRIVATE_SMTP_HOSTS: false } },
      'HOST_NOT_ALLOWED',
    ],
  ])('fails no recipient if it %s', async (_, options, changes, reason) => {
    sending = await Sending.by(options, 'ann', changes);
    const result = await sending.send();
    expect(result).toMatchObject({ kind: 'providerDown', reason });
    expect(JSON.stringify(result)).not.toMatch(/right|wrong/);
    expect(sending.server?.mails).toEqual([]);
  });

  it.each(['starttls', 'tls'] as const)(
    'is trusted by a certificate authority of the sender, with %s',
    async (security) => {
      setDefaultCACertificates(before);
      try {
        const { cert: caCertificate } = await serverCertificate();
        const settings = { host: 'localhost', security };
        sending = await Sending.by({ security }, 'ann', { settings: { ...settings, caCertificate } });
        expect(await sending.send()).toEqual({ kind: 'sent' });
        const stranger = new Sending(null, sending.server?.port ?? 0, 'ann', { settings });
        expect(await stranger.send()).toMatchObject({ kind: 'providerDown', reason: 'TLS_FAILED' });
        await stranger.end();
      } finally {
        setDefaultCACertificates([...before, (await serverCertificate()).cert]);
      }
    },
  );

  it('can have a private address if it is the operator’s server', async () => {
    sending = await Sending.by({}, 'ann', { id: 'default', config: { ALLOW_PRIVATE_SMTP_HOSTS: false } });
    expect(await sending.send()).toEqual({ kind: 'sent' });
  });
});
