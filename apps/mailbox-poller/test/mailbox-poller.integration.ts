import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import type { INestApplication, INestMicroservice } from '@nestjs/common';
import { type DeliveryReturned, deliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger, Metrics } from '@carillon/platform';
import {
  Dovecot,
  type DovecotOptions,
  OtherServices,
  type TestBroker,
  describeWithDovecot,
  eventually,
  serverCertificate,
  startTestService,
  testBroker,
} from '@carillon/testing';
import { Guard } from '@carillon/testing/servers';
import { BounceAddresses, parseKeyRing } from '@carillon/vault';
import { complaint, letter, postfix, postfixDelay, report } from '../../../libs/feedback/test/corpus';
import { MailboxPollerModule } from '../src/mailbox-poller.module';

jest.setTimeout(90_000);

const LINK_KEYS = `k2:${Buffer.alloc(32, 8).toString('base64')},k1:${Buffer.alloc(32, 7).toString('base64')}`;
const addresses = new BounceAddresses(parseKeyRing(LINK_KEYS));
const of = (position: number): string => deliveryId('65e1c0000000000000000001-0000001024', position);
const pathOf = (position: number): string => `${addresses.localPart(of(position)) ?? ''}@bounces.example`;

/** An email as a mail server stores it in the mailbox of a return path. */
const stored = (position: number, mail: Buffer, field = 'Delivered-To'): Buffer =>
  Buffer.concat([Buffer.from(`Return-Path: <>\r\n${field}: ${pathOf(position)}\r\n`), mail]);
const gone = (position: number): Buffer =>
  stored(position, postfix({ diagnostic: 'smtp; 550 5.1.1 User unknown' }));
const full = (position: number): Buffer =>
  stored(position, postfix({ status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }));
const away = (position: number): Buffer =>
  stored(position, letter('ann@example.org', 'Away', 'I am away', 'Auto-Submitted: auto-replied\n'));
const hello = letter('ann@example.org', 'Hello', 'How are you?');

describeWithDovecot('the mailbox-poller, with a real IMAP server', () => {
  let guard: Guard;
  let broker: TestBroker;
  let others: OtherServices;
  let dovecot: Dovecot;
  const apps: (INestApplication | INestMicroservice)[] = [];
  let returned: DeliveryReturned[] = [];
  let log: jest.SpyInstance;

  beforeAll(async () => {
    guard = new Guard();
    broker = await testBroker();
    others = await OtherServices.on(broker);
    await others.hear('dispatcher.callbacks', { 'delivery.returned': (each) => returned.push(each) });
  });
  beforeEach(() => {
    returned = [];
    log = jest.spyOn(Logger.prototype, 'warn');
  });
  afterEach(async () => {
    log.mockRestore();
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await dovecot.remove();
  });
  afterAll(async () => {
    await others.close();
    await broker.remove();
    await guard.release();
  });

  async function serve(options?: DovecotOptions): Promise<void> {
    dovecot = await Dovecot.start(guard, options);
  }
  async function poll(
    environment: Record<string, string> = {},
  ): Promise<INestApplication | INestMicroservice> {
    const own = { LINK_KEYS, BOUNCE_MAILBOXES: dovecot.url(), BOUNCE_POLL_SECONDS: '1' };
    const app = await startTestService('mailbox-poller', MailboxPollerModule, {
      broker,
      environment: { ...own, ...environment },
    });
    apps.push(app);
    return app;
  }
  const left = async (folder?: string): Promise<string[]> =>
    (await dovecot.mails(folder)).map(({ text }) => /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? '').sort();
  const reportedIds = (): string[] => [...new Set(returned.map(({ deliveryId: id }) => id))];
  const warnings = (): Record<string, unknown>[] =>
    log.mock.calls.map(([fields]) => fields as Record<string, unknown>);

  async function readings(app: INestApplication | INestMicroservice, series: RegExp): Promise<number> {
    const { text } = await app.get(Metrics, { strict: false }).scrape();
    return Number(new RegExp(`^${series.source}.* (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  }

  it.each([
    ['with IDLE', { idle: true }, '240'],
    ['by polling, without IDLE', { idle: false }, '1'],
  ])('reports bounces, deletes reports, and leaves other emails, %s', async (_, options, seconds) => {
    await serve(options);
    await dovecot.deliver(gone(1));
    const app = await poll({ BOUNCE_POLL_SECONDS: seconds });
    await eventually(() => returned.length === 1);
    // These emails arrive while the poller waits.
    await eventually(async () => (await readings(app, /carillon_mailboxes\{state="read"/)) === 1);
    for (const mail of [full(2), away(3), hello, stored(4, postfixDelay())]) await dovecot.deliver(mail);
    await dovecot.deliver(complaint(`Feedback-Type: abuse\nOriginal-Mail-From: <${pathOf(5)}>`));
    await eventually(async () => {
      const mails = await dovecot.mails();
      return mails.length === 2 && mails.every(({ flags }) => flags !== '');
    });
    expect(await left()).toEqual(['Away', 'Hello']);
    await eventually(() => returned.length >= 3);
    expect(
      returned.map(({ deliveryId: id, ...each }) => [id, each.feedback, each.isHard, each.reason]),
    ).toEqual(
      expect.arrayContaining([
        [of(1), 'BOUNCED', true, 'NO_SUCH_ADDRESS'],
        [of(2), 'BOUNCED', false, 'MAILBOX_FULL'],
        [of(5), 'COMPLAINED', true, 'COMPLAINT'],
      ]),
    );
    expect(returned).toHaveLength(3);
    // The emails have been moved before the server's response arrives.
    await eventually(async () => (await readings(app, /carillon_mailbox_mails_total\{where="left"/)) === 2);
    expect(await readings(app, /carillon_mailbox_mails_total\{where="deleted"/)).toBe(4);
    expect(await readings(app, /carillon_returned_mails_total\{kind="auto-reply"/)).toBe(1);
  });

  it.each(['X-Original-To', 'To', 'Envelope-To'])('finds the delivery in the field %s', async (field) => {
    await serve();
    await dovecot.deliver(stored(7, postfix({ diagnostic: 'smtp; 550 5.1.1 User unknown' }), field));
    await poll();
    await eventually(() => reportedIds().includes(of(7)));
  });

  it('finds the delivery in the Message-ID of the returned email if no address names it', async () => {
    await serve();
    const parts = {
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered',
      text: 'It came back',
      status: 'Reporting-MTA: dns; mx.example\n\nAction: failed\nStatus: 5.1.1\n',
      original: `Content-Type: text/rfc822-headers\n\nFrom: news@shop.example\nMessage-ID: <${pathOf(8)}>\n`,
    };
    await dovecot.deliver(report(parts));
    await poll();
    await eventually(() => reportedIds().includes(of(8)));
    await eventually(async () => (await left()).length === 0);
  });

  it('reports an email that a killed poller marked as deleted, and deletes it', async () => {
    await serve();
    await dovecot.deliver(gone(9), 'T');
    await poll();
    await eventually(() => reportedIds().includes(of(9)));
    await eventually(async () => (await left()).length === 0);
  });

  it('moves emails to the configured folders, and reads none twice', async () => {
    await serve();
    for (const mail of [gone(1), hello]) await dovecot.deliver(mail);
    await poll({ BOUNCE_DONE_FOLDER: 'Done', BOUNCE_OTHER_FOLDER: 'Letters' });
    await eventually(async () => (await left()).length === 0);
    expect(await left('Letters')).toEqual(['Hello']);
    expect(await left('Done')).toHaveLength(1);
    await eventually(() => returned.length >= 1);
    expect(returned).toHaveLength(1);
  });

  it('marks other emails as seen if the server keeps no keywords', async () => {
    await serve({ keywords: false });
    await dovecot.deliver(hello);
    const app = await poll();
    await eventually(async () => (await dovecot.mails())[0]?.flags === 'S');
    await dovecot.deliver(gone(1));
    await eventually(() => returned.length === 1);
    expect(await readings(app, /carillon_mailbox_mails_total\{where="left"/)).toBe(1);
  });

  it('deletes no mail that the broker has not stored, and retries', async () => {
    await serve();
    for (const position of [1, 2, 3]) await dovecot.deliver(gone(position));
    const app = await poll();
    await eventually(() => reportedIds().length === 3);
    const messenger = app.get(Messenger, { strict: false });
    const publish = jest.spyOn(messenger, 'publish').mockRejectedValue(new Error('There is no broker'));
    for (const position of [4, 5]) await dovecot.deliver(gone(position));
    await dovecot.deliver(hello);
    await eventually(() => warnings().some(({ reason }) => reason === 'not-stored'));
    expect(await left()).toHaveLength(3);
    publish.mockRestore();
    await eventually(async () => reportedIds().length === 5 && (await left()).length === 1);
    expect(await left()).toEqual(['Hello']);
  });

  it('reports an email whose deletion was lost again with the same content', async () => {
    await serve();
    await dovecot.deliver(gone(1));
    const spy = jest.spyOn(Messenger.prototype, 'publish').mockImplementationOnce(async (...args) => {
      spy.mockRestore();
      await others.messenger.publish(...args);
      await dovecot.kill();
    });
    await poll();
    await eventually(() => warnings().length > 0);
    expect(await dovecot.mails()).toHaveLength(1);
    await dovecot.start();
    await eventually(() => returned.length === 2);
    const [first, second] = returned;
    expect(second).toEqual(first);
    await eventually(async () => (await left()).length === 0);
  });

  it('can share its mailbox with other pollers', async () => {
    await serve();
    const all = Array.from({ length: 60 }, (_, position) => position);
    for (const position of all) await dovecot.deliver(gone(position));
    await Promise.all([poll(), poll(), poll()]);
    await eventually(async () => (await left()).length === 0);
    await eventually(() => reportedIds().length === 60);
    const reports = new Map(returned.map((each) => [each.deliveryId, each]));
    for (const each of returned) expect(each).toEqual(reports.get(each.deliveryId));
  });

  it('reads a thousand waiting emails', async () => {
    await serve();
    for (let position = 0; position < 1_000; position++) await dovecot.deliver(gone(position));
    await poll();
    await eventually(() => returned.length === 1_000);
    expect(reportedIds()).toHaveLength(1_000);
    await eventually(async () => (await left()).length === 0);
  });

  it('finds the reason at the beginning of a giant mail', async () => {
    await serve();
    await dovecot.deliver(Buffer.concat([gone(1), Buffer.from('\r\nmore and more'.repeat(2_000_000))]));
    await poll();
    await eventually(() => returned.length === 1);
    await eventually(async () => (await left()).length === 0);
    expect(returned[0]).toMatchObject({ reason: 'NO_SUCH_ADDRESS' });
  });

  it('continues when the UIDVALIDITY of the mailbox changes', async () => {
    await serve();
    await dovecot.deliver(hello);
    await poll();
    await eventually(async () => ((await dovecot.mails())[0]?.flags ?? '') !== '');
    await dovecot.kill();
    await dovecot.forgetUids();
    await dovecot.deliver(gone(1));
    await dovecot.start();
    await eventually(() => returned.length === 1);
    await eventually(async () => (await left()).length === 1);
    expect(await left()).toEqual(['Hello']);
  });

  it('logs a failed sign-in without the password, and waits before it retries', async () => {
    await serve();
    const app = await poll({ BOUNCE_MAILBOXES: dovecot.url('hunter2 of mine') });
    await eventually(() => warnings().length >= 2);
    const [first, second] = warnings();
    expect(first).toMatchObject({ mailbox: 1, host: '127.0.0.1', reason: 'sign-in' });
    expect(first?.detail).toMatch(/auth/i);
    expect(first?.againInSeconds).toBe(1);
    expect(second?.againInSeconds).toBeLessThanOrEqual(2);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/hunter2|aHVudGVy/);
    expect(await readings(app, /carillon_mailboxes\{state="away"/)).toBe(1);
    expect(await readings(app, /carillon_mailbox_failures_total\{reason="sign-in"/)).toBeGreaterThan(0);
  });

  describe('over TLS', () => {
    const url = (protocol: string, port: number, rest = ''): string =>
      `${protocol}://returns:a%20secret@localhost:${port}/INBOX${rest}`;
    const accesses: [string, () => string][] = [
      ['with implicit TLS', () => url('imaps', dovecot.tlsPort)],
      ['with STARTTLS', () => url('imap', dovecot.port, '?tls=starttls')],
    ];

    it.each(accesses)('refuses an untrusted certificate, %s', async (_, access) => {
      await serve();
      await dovecot.deliver(gone(1));
      await poll({ BOUNCE_MAILBOXES: access() });
      await eventually(() => warnings().length > 0);
      expect(warnings()[0]).toMatchObject({
        reason: 'unreachable',
        detail: expect.stringMatching(/CERT/) as string,
      });
      expect(returned).toEqual([]);
    });

    it.each(accesses)('reads a mailbox, %s', async (_, access) => {
      setDefaultCACertificates([...rootCertificates, (await serverCertificate()).cert]);
      try {
        await serve();
        await dovecot.deliver(gone(1));
        await poll({ BOUNCE_MAILBOXES: access() });
        await eventually(() => returned.length === 1);
      } finally {
        setDefaultCACertificates([...rootCertificates]);
      }
    });
  });
});
