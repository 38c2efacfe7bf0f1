/**
 * Sends emails to a mail server for some seconds, and prints one line of JSON: a Sent. `main.js <JSON of a SenderTask>`.
 */
import { Metrics, SystemClock } from '@carillon/platform';
import { compileEmail } from '@carillon/content';
import { contentOf } from '@carillon/contracts';
import { createTransport } from 'nodemailer';
import type { EmailWorkerConfig } from '../../../../apps/email-worker/src/config';
import { ConnectionPools } from '../../../../apps/email-worker/src/smtp/connection-pools';
import { SmtpProvider } from '../../../../apps/email-worker/src/smtp/smtp-provider';
import { CountedLinks } from '../../../../apps/email-worker/src/unsubscribe/counted-links';
import {
  ReturnPaths,
  UnsubscribeLinks,
} from '../../../../apps/email-worker/src/unsubscribe/unsubscribe-links';
import { BODY } from '../../body';
import { prebuiltFor } from '../../ceilings/mail';

export interface SenderTask {
  client: 'Carillon' | 'nodemailer';
  connections: number;
  port: number;
  /** The certificate of the server (PEM); null: without TLS. */
  certificate: string | null;
  warmUpMs: number;
  measureMs: number;
}

export interface Sent {
  mailsPerSecond: number;
  /** CPU seconds of the sending process per 1,000 emails. */
  cpu: number;
}

/** Sends an email, and says how many sends at once are useful at present. */
interface Client {
  send: (n: number) => Promise<unknown>;
  useful: () => number;
  close: () => Promise<void>;
}

const MICROSECONDS = 1_000_000;
const SEND_MS = 60_000;
const ID = '0123456789abcdef01234567';

function carillon({ connections, port, certificate }: SenderTask): Client {
  const config = {
    PUBLIC_URL: 'https://carillon.example',
    LINK_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    EMAIL_CONNECTIONS: connections,
    ALLOW_PRIVATE_SMTP_HOSTS: true,
  } as EmailWorkerConfig;
  const provider = new SmtpProvider(
    new ConnectionPools(config, new Metrics('bench')),
    new SystemClock(),
    new UnsubscribeLinks(config),
    new ReturnPaths(config),
    new CountedLinks(config),
    config,
  );
  const sender: Parameters<SmtpProvider['compile']>[1] = {
    id: 'bench',
    userId: ID,
    provider: 'SMTP',
    version: '1',
    secrets: {},
    settings: {
      host: 'localhost',
      port,
      security: certificate === null ? 'none' : 'tls',
      ...(certificate !== null && { caCertificate: certificate }),
      fromAddress: 'hello@carillon.example',
      maxConnections: connections,
    },
  };
  const content = {
    campaignId: ID,
    content: contentOf({ subject: 'Bench', bodies: { EMAIL: BODY } }),
    compiledEmail: compileEmail(BODY),
    watermark: true,
  };
  const message = provider.compile(content, sender);
  const end = provider.begin(message, connections);
  return {
    send: async (n) => {
      const recipient = { i: 0, address: `person.${n}@example.com`, subscriberId: ID, variables: {} };
      const terms = { deliveryId: `${ID}-0000001024-3`, timeoutMs: SEND_MS, validForMs: SEND_MS };
      const result = await provider.send(recipient, message, sender, terms);
      if (result.kind !== 'sent') throw new Error(`An email was not sent: ${JSON.stringify(result)}`);
    },
    useful: () => provider.usefulSends(message, connections),
    close: async () => {
      await provider.close();
      await end();
    },
  };
}

function nodemailer({ connections, port, certificate }: SenderTask): Client {
  const pool = createTransport({
    host: 'localhost',
    port,
    secure: certificate !== null,
    ignoreTLS: certificate === null,
    ...(certificate !== null && { tls: { ca: certificate } }),
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: (n) => pool.sendMail(prebuiltFor(n)),
    // Enough that no connection waits.
    useful: () => 2 * connections,
    close: () => {
      pool.close();
      return Promise.resolve();
    },
  };
}

/** Sends with as many emails at once as are useful, and counts those that ended in the measured time. */
async function measure(task: SenderTask): Promise<Sent> {
  const client = task.client === 'Carillon' ? carillon(task) : nodemailer(task);
  const from = performance.now() + task.warmUpMs;
  const until = from + task.measureMs;
  let used = process.cpuUsage();
  setTimeout(() => (used = process.cpuUsage()), task.warmUpMs);
  let next = 0;
  let sent = 0;
  let rows = 0;
  const row = async (): Promise<void> => {
    rows += 1;
    const beside: Promise<void>[] = [];
    while (performance.now() < until && rows <= client.useful()) {
      await client.send(next++);
      const now = performance.now();
      if (now >= from && now < until) sent += 1;
      while (now < until && rows < client.useful()) beside.push(row());
    }
    rows -= 1;
    await Promise.all(beside);
  };
  await row();
  const { user, system } = process.cpuUsage(used);
  await client.close();
  return {
    mailsPerSecond: (sent / task.measureMs) * 1_000,
    cpu: ((user + system) / MICROSECONDS / Math.max(sent, 1)) * 1_000,
  };
}

measure(JSON.parse(process.argv[2] ?? '') as SenderTask).then(
  (sent) => process.stdout.write(`${JSON.stringify(sent)}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
