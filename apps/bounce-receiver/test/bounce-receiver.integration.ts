import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication, INestMicroservice, Type } from '@nestjs/common';
import { type DeliveryReturned, deliveryId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Health, Logger, Metrics, parseConfig } from '@carillon/platform';
import { OtherServices, type TestBroker, eventually, startTestService, testBroker } from '@carillon/testing';
import { BounceAddresses, parseKeyRing } from '@carillon/vault';
import { createTransport } from 'nodemailer';
import { complaint, letter, postfix, postfixDelay } from '../../../libs/feedback/test/corpus';
import { BounceReceiverModule } from '../src/bounce-receiver.module';
import { CertificateFiles } from '../src/certificate-files';
import { bounceReceiverConfig } from '../src/config';
import { MailReceiver } from '../src/mail-receiver';
import { ReceiveReturned } from '../src/receive-returned';

const LINK_KEYS = `k2:${Buffer.alloc(32, 8).toString('base64')},k1:${Buffer.alloc(32, 7).toString('base64')}`;
const LOOP = 'fbl@bounces.example';
const delivery = deliveryId('65e1c0000000000000000001-0000001024', 3);
const pathBy = (keys: string): string =>
  `${new BounceAddresses(parseKeyRing(keys)).localPart(delivery) ?? ''}@bounces.example`;
const path = pathBy(LINK_KEYS);
const addresses = new BounceAddresses(parseKeyRing(LINK_KEYS));
const pathOf = (position: number): string =>
  `${addresses.localPart(deliveryId('65e1c0000000000000000001-0000001024', position)) ?? ''}@bounces.example`;
const gone = postfix({ diagnostic: 'smtp; 550 5.1.1 User unknown' });

describe('the bounce-receiver', () => {
  let broker: TestBroker;
  let others: OtherServices;
  let app: INestApplication | INestMicroservice;
  let receiver: MailReceiver;
  let returned: DeliveryReturned[] = [];

  beforeAll(async () => {
    broker = await testBroker();
    others = await OtherServices.on(broker);
    await others.hear('dispatcher.callbacks', { 'delivery.returned': (each) => returned.push(each) });
    app = await startTestService('bounce-receiver', BounceReceiverModule, {
      broker,
      environment: { LINK_KEYS, BOUNCE_SMTP_PORT: '0', BOUNCE_LMTP_PORT: '0', FEEDBACK_ADDRESSES: LOOP },
    });
    receiver = app.get(MailReceiver, { strict: false });
  });
  beforeEach(() => {
    returned = [];
  });
  afterAll(async () => {
    await app.close();
    await others.close();
    await broker.remove();
  });

  async function deliver(
    to: string | string[],
    raw: Buffer,
    protocol: 'smtp' | 'lmtp' = 'smtp',
  ): Promise<string> {
    const lmtp = protocol === 'lmtp';
    const port = receiver.portOf(protocol);
    const transport = createTransport({ host: '127.0.0.1', port, lmtp, ignoreTLS: true });
    const answer = await transport.sendMail({ envelope: { from: '', to }, raw });
    return answer.response;
  }
  const counted = async (kind: string): Promise<number> => {
    const { text } = await app.get(Metrics, { strict: false }).scrape();
    return Number(
      new RegExp(`^carillon_returned_mails_total.*kind="${kind}".* (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    );
  };
  const one = async (): Promise<DeliveryReturned | undefined> => {
    await eventually(() => returned.length > 0);
    return returned[0];
  };

  it.each(['smtp', 'lmtp'] as const)('reports which delivery bounced, and why, by %s', async (protocol) => {
    expect(await deliver(path, gone, protocol)).toMatch(/^250/);
    expect(await one()).toMatchObject({
      deliveryId: delivery,
      feedback: 'BOUNCED',
      isHard: true,
      reason: 'NO_SUCH_ADDRESS',
      providerCode: '550 5.1.1',
      consequence: 'SUPPRESS',
    });
  });

  it('accepts return paths that a previous key signed, in any letter case', async () => {
    const [, previousKey = ''] = LINK_KEYS.split(',');
    await deliver(pathBy(previousKey).toUpperCase(), gone);
    expect(await one()).toMatchObject({ deliveryId: delivery });
  });

  it('finds the delivery in a complaint from a feedback loop', async () => {
    await deliver(LOOP, complaint(`Feedback-Type: abuse\nOriginal-Mail-From: <${path}>`));
    expect(await one()).toMatchObject({
      deliveryId: delivery,
      feedback: 'COMPLAINED',
      providerCode: 'abuse',
    });
  });

  it('ignores a complaint that names no delivery or an unsigned one', async () => {
    const forged = path.replace(/\.[0-9a-v]{16}@/, '.0000000000000000@');
    const before = await counted('nobodys');
    await deliver(LOOP, complaint(`Feedback-Type: abuse\nOriginal-Mail-From: <${forged}>`));
    expect(await counted('nobodys')).toBe(before + 1);
    await deliver(path, gone);
    await one();
    expect(returned).toHaveLength(1);
  });

  it.each([
    [
      'an auto-reply',
      'auto-reply',
      letter('ann@example.org', 'Away', 'I am away', 'Auto-Submitted: auto-replied\n'),
    ],
    ['a delay notice', 'delayed', postfixDelay()],
    ['a letter', 'other', letter('ann@example.org', 'Hello', 'How are you?')],
  ])('does not report %s as a bounce', async (_, kind, mail) => {
    const before = await counted(kind);
    expect(await deliver(path, mail)).toMatch(/^250/);
    expect(await counted(kind)).toBe(before + 1);
    expect(returned).toEqual([]);
  });

  it.each([
    ['any other address', 'postmaster@bounces.example'],
    [
      'a return path with an invalid signature',
      'bounce+65e1c0000000000000000001-sg-3.0000000000000000@bounces.example',
    ],
    ['a return path signed with a foreign key', pathBy(`k9:${Buffer.alloc(32, 9).toString('base64')}`)],
  ])('refuses %s at RCPT', async (_, to) => {
    await expect(deliver(to, gone)).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
  });

  it('finds the reason at the beginning of a large mail', async () => {
    const large = Buffer.concat([gone, Buffer.from('\r\nmore and more'.repeat(100_000))]);
    expect(await deliver(path, large)).toMatch(/^250/);
    expect(await one()).toMatchObject({ reason: 'NO_SUCH_ADDRESS' });
  });

  it('rejects an oversized mail by its declared size', async () => {
    const socket = connect(receiver.portOf('smtp'), '127.0.0.1');
    const command = async (line: string): Promise<string> => {
      socket.write(line);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString();
    };
    await once(socket, 'data');
    await command('EHLO mx.example\r\n');
    expect(await command('MAIL FROM:<> SIZE=99999999\r\n')).toMatch(/^552/);
    socket.destroy();
  });

  it('replies 451 until the outcome can be stored', async () => {
    const publish = jest
      .spyOn(app.get(Messenger, { strict: false }), 'publish')
      .mockRejectedValue(new Error('There is no broker'));
    await expect(deliver(path, gone)).rejects.toMatchObject({ responseCode: 451 });
    publish.mockRestore();
    expect(await deliver(path, gone)).toMatch(/^250/);
    await one();
  });

  it('ends a slow session during an email', async () => {
    const own = await startTestService('bounce-receiver', BounceReceiverModule, {
      broker,
      environment: { LINK_KEYS, BOUNCE_SMTP_PORT: '0', BOUNCE_SESSION_SECONDS: '5' },
    });
    const socket = connect(own.get(MailReceiver, { strict: false }).portOf('smtp'), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await eventually(() => received.startsWith('220 '));
    socket.write(`EHLO mx.example\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n`);
    await eventually(() => /^354 /m.test(received));
    const drip = setInterval(() => socket.write('x'), 100);
    await once(socket, 'close');
    clearInterval(drip);
    expect(received).toMatch(/^421 /m);
    const refused = async (): Promise<string> => {
      const { text } = await own.get(Metrics, { strict: false }).scrape();
      return (text.match(/^carillon_returned_refused_total.*$/gm) ?? []).join('\n');
    };
    await eventually(async () => (await refused()) !== '');
    // An alert reports emails that are not stored.
    expect(await refused()).toMatch(/^carillon_returned_refused_total\{.*reason="broken-off".*\} 1$/);
    await own.close();
  });

  it('keeps connections free for other servers when one network opens as many as it can', async () => {
    const own = await startTestService('bounce-receiver', BounceReceiverModule, {
      broker,
      environment: { LINK_KEYS, BOUNCE_SMTP_PORT: '0', BOUNCE_CONNECTIONS: '4' },
    });
    const port = own.get(MailReceiver, { strict: false }).portOf('smtp');
    const connectFrom = async (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      const [greeting] = (await once(socket, 'data')) as [Buffer];
      return { socket, greeting: greeting.toString() };
    };
    const greedy = [
      await connectFrom('127.0.0.2'),
      await connectFrom('127.0.0.2'),
      await connectFrom('127.0.0.2'),
    ];
    expect(greedy.map(({ greeting }) => greeting.slice(0, 3))).toEqual(['220', '220', '421']);
    const other = await connectFrom('127.0.0.3');
    expect(other.greeting).toMatch(/^220 /);
    // A client that has closed a connection can open another one.
    greedy[0]?.socket.destroy();
    await eventually(async () => {
      const again = await connectFrom('127.0.0.2');
      again.socket.destroy();
      return again.greeting.startsWith('220 ');
    });
    for (const { socket } of [...greedy, other]) socket.destroy();
    await own.close();
  });

  it('closes a silent connection for another server when all are in use', async () => {
    const own = await startTestService('bounce-receiver', BounceReceiverModule, {
      broker,
      environment: { LINK_KEYS, BOUNCE_SMTP_PORT: '0', BOUNCE_CONNECTIONS: '2' },
    });
    const port = own.get(MailReceiver, { strict: false }).portOf('smtp');
    const open = async (last: number) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${last}` });
      let received = '';
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      await eventually(() => received.includes('\r\n'));
      return { socket, received: () => received, send: (line: string) => socket.write(`${line}\r\n`) };
    };
    const [silent, busy] = [await open(2), await open(3)];
    expect((await open(4)).received()).toMatch(/^421 Too many connections, /);
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 5_001);
    busy.send('EHLO mx.example.org');
    busy.send('MAIL FROM:<>');
    await eventually(() => busy.received().match(/^250 /gm)?.length === 2);
    expect((await open(4)).received()).toMatch(/^220 /);
    await eventually(() => silent.received().includes('421 Connection needed'));
    expect((await open(5)).received()).toMatch(/^421 /);
    later.mockRestore();
    await own.close();
  });

  it('aborts an email with too many lines that begin with a dot', async () => {
    const dots = (lines: number) => `Subject: dots\r\n\r\n${'..\r\n'.repeat(lines)}`;
    expect(await deliver(path, Buffer.from(dots(2_000)))).toMatch(/^250/);
    const socket = connect(receiver.portOf('smtp'), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    socket.on('error', () => undefined);
    await eventually(() => received.startsWith('220 '));
    socket.write(`EHLO mx.example.org\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n`);
    await eventually(() => received.includes('\r\n354 '));
    socket.write(dots(100_000));
    await eventually(() => received.includes('421 '));
    expect(received).not.toMatch(/^250 .*queued/m);
    await eventually(() => isClosed);
  });

  it('clears the time limit of a closed connection, and sets no time limit for a refused connection', async () => {
    const seconds = 4_321;
    const own = await startTestService('bounce-receiver', BounceReceiverModule, {
      broker,
      environment: {
        ...{ LINK_KEYS, BOUNCE_SMTP_PORT: '0', BOUNCE_CONNECTIONS: '3' },
        BOUNCE_SESSION_SECONDS: String(seconds),
      },
    });
    const set = jest.spyOn(globalThis, 'setTimeout');
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    const limits = (): unknown[] =>
      set.mock.results.flatMap(({ value }, n) =>
        set.mock.calls[n]?.[1] === seconds * 1_000 ? [value as unknown] : [],
      );
    const port = own.get(MailReceiver, { strict: false }).portOf('smtp');
    const open = async () => {
      const socket = connect(port, '127.0.0.1');
      const [greeting] = (await once(socket, 'data')) as [Buffer];
      return { socket, code: greeting.toString().slice(0, 3) };
    };
    const all = [await open(), await open(), await open()];
    expect(all.map(({ code }) => code)).toEqual(['220', '220', '421']);
    expect(limits()).toHaveLength(2);
    for (const { socket } of all) socket.destroy();
    await eventually(() => cleared.mock.calls.some(([timer]) => timer === limits()[0]));
    set.mockRestore();
    cleared.mockRestore();
    await own.close();
  });

  it('accepts 20 of 1,000 recipients that arrive in one chunk, and reports each delivery once', async () => {
    const socket = connect(receiver.portOf('smtp'), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const forged = path.replace(/\.[0-9a-v]{16}@/, '.0000000000000000@');
    const others = Array.from({ length: 1_000 }, (_, n) => pathOf(n));
    const odd = [
      forged,
      path.replace('@', '\0@'),
      `"${path.replace('@', '"@')}`,
      path.replace(/@.*/, '@[127.0.0.1]'),
    ];
    const all = [...odd, path, ...others];
    await eventually(() => received.startsWith('220 '));
    const lines = all.map((to) => `RCPT TO:<${to}>\r\n`).join('');
    socket.write(`EHLO mx.example\r\nMAIL FROM:<>\r\n${lines}DATA\r\n`);
    await eventually(() => /^354 /m.test(received));
    expect(received.match(/^452 /gm)?.length).toBeGreaterThan(900);
    socket.write(Buffer.concat([gone, Buffer.from('\r\n.\r\nQUIT\r\n')]));
    await eventually(() => /^221 /m.test(received));
    await eventually(() => returned.length >= 18);
    const ids = returned.map(({ deliveryId: id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(20);
  });

  it('accepts an email in transfer before it stops, and no other email', async () => {
    const second = await startTestService('bounce-receiver', BounceReceiverModule, {
      broker,
      environment: { LINK_KEYS, BOUNCE_SMTP_PORT: '0' },
    });
    const stopping = second.get(MailReceiver, { strict: false });
    const port = stopping.portOf('smtp');
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const receives = (text: RegExp): Promise<void> => eventually(() => text.test(received));
    await receives(/^220 /);
    socket.write(`EHLO mx.example\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n`);
    await receives(/^354 /m);
    const stopped = stopping.beforeApplicationShutdown();
    socket.write(Buffer.concat([gone, Buffer.from('\r\n.\r\n')]));
    await receives(/^250 .*\r\n$/m);
    await one();
    await stopped;
    const late = connect(port, '127.0.0.1');
    const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    await second.close();
  });

  describe('with a certificate', () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const files = { cert: join(folder, 'chain.pem'), key: join(folder, 'key.pem') };
    const environment = {
      LINK_KEYS,
      BOUNCE_SMTP_PORT: '0',
      BOUNCE_LMTP_PORT: '0',
      BOUNCE_TLS_CERT_PATH: files.cert,
      BOUNCE_TLS_KEY_PATH: files.key,
    };
    const start = (): ReturnType<typeof startTestService> =>
      startTestService('bounce-receiver', BounceReceiverModule, { broker, environment });
    /** Delivers only with STARTTLS, to a server with this certificate. */
    async function deliverOverTls(to: MailReceiver, ca: string, protocol: 'smtp' | 'lmtp'): Promise<string> {
      const tls = { ca, servername: 'localhost' };
      const port = to.portOf(protocol);
      const lmtp = protocol === 'lmtp';
      const transport = createTransport({ host: '127.0.0.1', port, lmtp, requireTLS: true, tls });
      return (await transport.sendMail({ envelope: { from: '', to: path }, raw: gone })).response;
    }

    it('accepts mail over TLS, and reloads a renewed certificate without a restart', async () => {
      const [first, second] = [await aCertificate(), await aCertificate()];
      writeFileSync(files.cert, first.cert);
      writeFileSync(files.key, first.key);
      const own = await start();
      const its = own.get(MailReceiver, { strict: false });
      expect(await deliverOverTls(its, first.cert, 'smtp')).toMatch(/^250/);
      expect(await deliverOverTls(its, first.cert, 'lmtp')).toMatch(/^250/);
      const warn = jest.spyOn(own.get(Logger, { strict: false }), 'warn');
      // Changing only one of the two files has no effect.
      writeFileSync(files.cert, second.cert);
      await eventually(() => warn.mock.calls.length > 0);
      expect(await deliverOverTls(its, first.cert, 'smtp')).toMatch(/^250/);
      writeFileSync(files.key, second.key);
      await eventually(() =>
        deliverOverTls(its, second.cert, 'lmtp').then(
          () => true,
          () => false,
        ),
      );
      await expect(deliverOverTls(its, first.cert, 'smtp')).rejects.toThrow(/self-signed certificate/);
      await own.close();
    });

    it('refuses a key that does not match', async () => {
      writeFileSync(files.cert, (await aCertificate()).cert);
      expect(() => new CertificateFiles(files.cert, files.key).read()).toThrow(files.key);
    });

    it('refuses a certificate without its key', () => {
      const own = <T>(part: Type<T>): T => app.get(part, { strict: false });
      const { BOUNCE_TLS_KEY_PATH: _, ...half } = environment;
      const config = parseConfig(bounceReceiverConfig, half);
      const start = (): unknown =>
        new MailReceiver(
          own(ReceiveReturned),
          own(Logger),
          config,
          own(Health),
          new Metrics('bounce-receiver'),
        );
      expect(start).toThrow('BOUNCE_TLS_KEY_PATH');
    });

    it('does not offer STARTTLS without a certificate', async () => {
      const socket = connect(receiver.portOf('smtp'), '127.0.0.1');
      await once(socket, 'data');
      socket.write('EHLO mx.example\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).not.toContain('STARTTLS');
      socket.destroy();
    });
  });
});

/** Self-signed, for localhost. */
async function aCertificate(): Promise<{ cert: string; key: string }> {
  const { generate } = await import('selfsigned');
  const extensions = [
    { name: 'basicConstraints' as const, cA: true },
    { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] },
  ];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', extensions });
  return { cert: made.cert, key: made.private };
}
