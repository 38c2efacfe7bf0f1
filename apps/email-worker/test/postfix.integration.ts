import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ProviderResult } from '@carillon/channel';
import { type Mail, MailContent } from '@carillon/smtp';
import {
  Postfix,
  type PostfixSettings,
  ServerLink,
  describeWithDkimpy,
  describeWithPostfix,
  eventually,
  serverCertificate,
  verifyDkim,
} from '@carillon/testing';
import { Guard } from '@carillon/testing/servers';
import { composeMail } from '../src/mime/compose-mail';
import { MailConnection } from '../src/smtp/mail-connection';
import { aSender, at, content, linkFor } from './composing';
import { type Changes, Sending } from './sending';
import { signingKey } from './signing';

jest.setTimeout(90_000);

const few = { paragraphs: 1 };
const people = (count: number): string[] => Array.from({ length: count }, (_, n) => `person${n}@example.org`);

describeWithPostfix('sending to a real Postfix', { asRoot: true }, () => {
  let guard: Guard;
  let postfix: Postfix;
  let sending: Sending | undefined;
  beforeAll(() => {
    guard = new Guard();
  });
  afterAll(() => guard.release());
  afterEach(async () => {
    await sending?.end();
    sending = undefined;
    await postfix.remove();
  });

  /** Starts Postfix, and a provider with this many connections. */
  async function start(
    settings: PostfixSettings = {},
    connections = 1,
    changes: Changes = {},
  ): Promise<void> {
    postfix = await Postfix.start(guard, settings);
    sending = new Sending(null, postfix.port, 'ann', {
      config: { EMAIL_CONNECTIONS: connections },
      ...changes,
    });
  }
  const open = (): Promise<MailConnection> =>
    MailConnection.open({
      host: '127.0.0.1',
      port: postfix.port,
      security: 'none',
      login: null,
      caCertificate: null,
      maxConnections: null,
      isTrusted: true,
      clientName: undefined,
    });
  const send = (to = 'ann@example.org', more: { paragraphs?: number } = few): Promise<ProviderResult> => {
    if (!sending) throw new Error('There is no provider');
    return sending.send(60_000, to, more);
  };
  const sendAll = (addresses: readonly string[]): Promise<ProviderResult[]> =>
    Promise.all(addresses.map((to) => send(to)));
  const allDelivered = (count: number): Promise<void> =>
    eventually(async () => (await postfix.delivered()).length >= count && !(await postfix.isBusy()));
  const recipients = async (): Promise<string[]> => (await postfix.delivered()).map(({ to }) => to).sort();

  describe('with its default settings', () => {
    let connection: MailConnection;
    beforeEach(async () => {
      await start();
      connection = await open();
    });
    afterEach(() => connection.close());

    const composed = (emailBody: string): Mail => {
      const compose = composeMail(content({ subject: 'Grüße, {{name}}', emailBody }), aSender(), linkFor);
      const mail = compose({ address: 'ann@example.org', variables: { name: 'Zoë' } }, at);
      if (typeof mail === 'string') throw new Error(mail);
      return mail;
    };
    const written = (message: string, to = 'ann@example.org'): Mail => {
      const header =
        'From: news@shop.example\r\nDate: Sat, 21 Nov 2026 10:14:03 +0000\r\nMessage-ID: <1@shop.example>\r\n';
      const bytes = Buffer.from(`${header}\r\n${message}`, 'utf8').toString('latin1');
      const envelope = { from: 'news@shop.example', to, size: bytes.length, isEightBit: true };
      return { envelope, content: MailContent.of(bytes) };
    };

    it.each<[string, Mail]>([
      ['dots', composed('<pre>\n.\n..\n...dots\n.</pre>')],
      ['other alphabets', composed('<p>Žluťoučký kůň, 你好, 🔔</p>'.repeat(50))],
      ['lines of any length', composed(`<p>${'x'.repeat(5_000)}</p>`)],
      ['much more than a piece', composed('<p>And so on, and so on.</p>\n'.repeat(20_000))],
      ['bytes beyond ASCII', written('Zoë 🔔\r\n.\r\n..Zoë\r\n')],
      ['the longest lines of RFC 5321', written(`.${'ë'.repeat(498)}\r\n${'x'.repeat(998)}\r\n`)],
      ['an address beyond ASCII', written('Zoë\r\n', 'zoë@example.org')],
    ])('transmits %s as composed', async (_, mail) => {
      expect(await connection.send(mail, 60_000)).toBeNull();
      await allDelivered(1);
      const [delivered] = await postfix.delivered();
      const sent = mail.content.message.replaceAll('\r\n', '\n');
      expect(delivered?.stored.endsWith(`\n${sent}`)).toBe(true);
      expect(Buffer.from(delivered?.to ?? '', 'latin1').toString()).toBe(mail.envelope.to);
    });
  });

  describeWithDkimpy('signing', () => {
    it('has signatures that pass after Postfix stored the email', async () => {
      const keys = await Promise.all([signingKey('RSA_2048'), signingKey('ED25519')]);
      await start({}, 3, { signingKeys: keys.map(({ key }) => key) });
      const results = await sendAll(people(20));
      expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
      await allDelivered(20);
      // Postfix stores line feeds, and its own fields come first.
      const mails = (await postfix.delivered()).map(({ stored }) =>
        Buffer.from(stored.replaceAll('\n', '\r\n'), 'latin1'),
      );
      const records = Object.assign({}, ...keys.map((key) => key.records)) as Record<string, string>;
      expect(await verifyDkim(mails, records)).toEqual(Array.from(mails, () => [true, true]));
      const withFooter = mails.map((mail) => Buffer.concat([mail, Buffer.from('-- \r\nThe list\r\n')]));
      expect(await verifyDkim(withFooter, records)).toEqual(Array.from(mails, () => [false, false]));
    });
  });

  it('delivers many emails once each over few connections', async () => {
    await start({}, 3);
    const everybody = people(300);
    const results = await sendAll(everybody);
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    await sending?.end();
    await allDelivered(300);
    expect(await recipients()).toEqual([...everybody].sort());
    await eventually(async () => (await postfix.mailsBySession()).reduce((sum, n) => sum + n, 0) === 300);
    expect((await postfix.mailsBySession()).length).toBeLessThanOrEqual(3);
  });

  it('delivers to an address beyond ASCII', async () => {
    await start();
    expect(await send('Jürgen@example.org')).toEqual({ kind: 'sent' });
    await allDelivered(1);
    const [delivered] = await postfix.delivered();
    expect(Buffer.from(delivered?.stored ?? '', 'latin1').toString()).toContain('\nTo: jürgen@example.org\n');
  });

  it('sends nothing to an address beyond ASCII if Postfix does not offer SMTPUTF8', async () => {
    await start({ smtputf8_enable: 'no' });
    const reason = 'INTERNATIONAL_ADDRESS';
    expect(await send('jürgen@example.org')).toEqual({ kind: 'failed', permanent: true, reason, code: null });
    expect(await send('jurgen@example.org')).toEqual({ kind: 'sent' });
  });

  const refusing = [
    'gone@example.org=550 5.1.1 No such mailbox',
    'busy@example.org=450 4.2.1 Mailbox busy',
    'full@example.org=452 4.2.2 Mailbox full',
  ];
  const refusals = {
    smtpd_recipient_restrictions: `check_recipient_access inline:{${refusing.map((each) => `{${each}}`).join(' ')}}`,
    // Postfix pauses longer as the number of errors increases.
    smtpd_error_sleep_time: '0',
  };

  it('continues in the same session after rejected recipients', async () => {
    await start(refusals);
    expect(await send('gone@example.org')).toEqual({
      kind: 'failed',
      permanent: true,
      reason: 'NO_SUCH_ADDRESS',
      code: '550 5.1.1',
      suppress: 'BOUNCED',
    });
    expect(await send()).toEqual({ kind: 'sent' });
    expect(await send('busy@example.org')).toMatchObject({
      kind: 'failed',
      permanent: false,
      reason: 'MAILBOX_BUSY',
      code: '450 4.2.1',
    });
    expect(await send('full@example.org')).toMatchObject({ permanent: false, reason: 'MAILBOX_FULL' });
    expect(await send('ben@elsewhere.example')).toMatchObject({ kind: 'failed', code: '554 5.7.1' });
    expect(await send('ben@example.org')).toEqual({ kind: 'sent' });
    await sending?.end();
    await allDelivered(2);
    expect(await recipients()).toEqual(['ann@example.org', 'ben@example.org']);
    await eventually(async () => (await postfix.mailsBySession()).length === 1);
  });

  describe('far away', () => {
    let link: ServerLink;
    afterEach(() => link.close());
    /** Sends the emails over as many connections as are given, with as many in transit as are useful. */
    const sendFar = async (everybody: readonly string[], connections: number) => {
      link = await ServerLink.to(`tcp://127.0.0.1:${postfix.port}`, 20);
      sending = new Sending(null, Number(new URL(link.url).port), 'ann', {
        config: { EMAIL_CONNECTIONS: connections },
      });
      return sendAll(everybody);
    };

    it('gets several emails before its replies, and each recipient has one result', async () => {
      await start(refusals);
      const everybody = people(200).flatMap((person, n) =>
        n % 3 === 0 ? ['gone@example.org', person, 'busy@example.org'] : [person],
      );
      const results = await sendFar(everybody, 2);
      const expected = (to: string): string =>
        to.startsWith('gone') ? 'NO_SUCH_ADDRESS' : to.startsWith('busy') ? 'MAILBOX_BUSY' : 'sent';
      expect(results.map((result) => (result.kind === 'failed' ? result.reason : result.kind))).toEqual(
        everybody.map(expected),
      );
      await sending?.end();
      await allDelivered(200);
      expect(await recipients()).toEqual(people(200).sort());
      await eventually(async () => (await postfix.chunks()) > 190);
    });

    it.each([1, 2, 3])(
      'fails and doubts no recipient for a 421 after %s errors in a session',
      async (errors) => {
        await start({ ...refusals, smtpd_soft_error_limit: '1', smtpd_hard_error_limit: `${errors}` }, 2);
        const everybody = people(60).flatMap((person, n) =>
          n % 3 === 0 ? [person, 'gone@example.org'] : [person],
        );
        const results = await sendFar(everybody, 2);
        expect(results.map((result) => (result.kind === 'failed' ? result.reason : result.kind))).toEqual(
          everybody.map((to) => (to.startsWith('gone') ? 'NO_SUCH_ADDRESS' : 'sent')),
        );
        await sending?.end();
        await allDelivered(60);
        expect(await recipients()).toEqual(people(60).sort());
      },
    );
  });

  it.each<[string, string, object]>([
    ['at once', 'no', { kind: 'providerDown', reason: 'SENDER_REFUSED', code: '550 5.1.8' }],
    [
      'with its recipient',
      'yes',
      { kind: 'failed', permanent: true, reason: 'SENDER_REFUSED', code: '550 5.1.8' },
    ],
  ])('reports a sender that is refused %s', async (_, delayed, expected) => {
    await start({
      smtpd_sender_restrictions: 'check_sender_access inline:{{news@shop.example=550 5.1.8 Who is that}}',
      smtpd_delay_reject: delayed,
    });
    expect(await send()).toMatchObject(expected);
    await sending?.end();
    expect(await postfix.isBusy()).toBe(false);
  });

  it.each<[string, PostfixSettings, string | null]>([
    ['announces its limit', {}, null],
    ['refuses the received message', { smtpd_discard_ehlo_keywords: 'size' }, '552 5.3.4'],
  ])('does not deliver a message that is too large if the server %s', async (_, settings, code) => {
    await start({ ...settings, message_size_limit: '200000' });
    const tooBig = { kind: 'failed', permanent: true, reason: 'MESSAGE_TOO_BIG', code };
    expect(await send('ann@example.org', { paragraphs: 20_000 })).toEqual(tooBig);
    expect(await send('ben@example.org')).toEqual({ kind: 'sent' });
    await allDelivered(1);
    expect(await recipients()).toEqual(['ben@example.org']);
  });

  it.each([1, 2, 3])('fails no recipient for a 421 after %s errors in a session', async (errors) => {
    await start({ ...refusals, smtpd_soft_error_limit: '1', smtpd_hard_error_limit: `${errors}` }, 2);
    const everybody = people(60).flatMap((person, n) =>
      n % 3 === 0 ? [person, 'gone@example.org'] : [person],
    );
    const results = await sendAll(everybody);
    const expected = everybody.map((to) => (to.startsWith('gone') ? 'NO_SUCH_ADDRESS' : 'sent'));
    expect(results.map((result) => (result.kind === 'failed' ? result.reason : result.kind))).toEqual(
      expected,
    );
    await allDelivered(60);
    expect(await recipients()).toEqual(people(60).sort());
  });

  it('throttles when Postfix accepts no more emails for a while', async () => {
    await start({ smtpd_client_message_rate_limit: '5' });
    for (const person of people(5)) expect(await send(person)).toEqual({ kind: 'sent' });
    expect(await send()).toMatchObject({ kind: 'throttled', reason: 'SENDER_DEFERRED', code: '450 4.7.1' });
  });

  it('uses as many connections as Postfix accepts', async () => {
    await start({ smtpd_client_connection_count_limit: '2' }, 5);
    const results = await sendAll(people(60));
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    await allDelivered(60);
    expect(await recipients()).toEqual(people(60).sort());
  });

  it('knows the result of each email when it stops, except for one per connection', async () => {
    await start({}, 3);
    const everybody = people(1_000);
    const sends = sendAll(everybody);
    await eventually(async () => (await postfix.delivered()).length >= 20);
    // One, unless the machine is so busy that Postfix seems distant.
    const inTransit = sending?.pool().mailsInTransit ?? 1;
    await postfix.stop();
    const results = await sends;
    await postfix.start();
    await eventually(async () => !(await postfix.isBusy()));
    const delivered = await recipients();
    const of = (kind: ProviderResult['kind']): string[] =>
      everybody.filter((_, n) => results[n]?.kind === kind).sort();
    const [sent, doubtful] = [of('sent'), of('unknown')];
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered.filter((to) => !doubtful.includes(to))).toEqual(sent);
    expect(sent.length + doubtful.length).toBeGreaterThanOrEqual(20);
    expect(sent.length).toBeLessThan(1_000);
    // Each connection has at most these messages without a reply.
    expect(doubtful.length).toBeLessThanOrEqual(3 * inTransit);
    expect(results.filter((result) => result.kind === 'failed' && result.permanent)).toEqual([]);
  });

  describe('over TLS', () => {
    const before = getCACertificates();
    afterEach(() => setDefaultCACertificates(before));
    const encrypted: PostfixSettings = {
      smtpd_tls_security_level: 'encrypt',
      smtpd_tls_received_header: 'yes',
    };
    const settings = { host: 'localhost', security: 'starttls' };

    it('delivers emails if the certificate is trusted', async () => {
      setDefaultCACertificates([...before, (await serverCertificate()).cert]);
      await start(encrypted, 2, { settings });
      const results = await sendAll(people(20));
      expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
      await allDelivered(20);
      for (const { stored } of await postfix.delivered())
        expect(stored).toMatch(/\(using TLSv1\.[23] with cipher /);
    });

    it('sends no mail if the certificate is not trusted', async () => {
      await start(encrypted, 2, { settings });
      expect(await send()).toMatchObject({ kind: 'providerDown', reason: 'TLS_FAILED' });
    });

    it('sends no mail unencrypted if Postfix requires TLS', async () => {
      await start(encrypted);
      expect(await send()).toMatchObject({ kind: 'providerDown', reason: 'ENCRYPTION_REQUIRED' });
    });
  });
});
