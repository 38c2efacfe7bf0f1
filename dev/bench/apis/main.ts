/**
 * Measures how many emails per second a worker sends through the APIs of mail providers that respond after 50 ms,
 * compared with the limit of its connections. The APIs run in the benchmark's process and check nothing. See USAGE.
 */
import { type ApiAnswer, type ApiRequest, FakeApiServer } from '@carillon/fake-providers';
import type { Provider } from '@carillon/channel';
import { compileEmail } from '@carillon/content';
import {
  type LeasedRecipient,
  type PublishedContent,
  type SenderProvider,
  contentOf,
  deliveryId,
  newId,
} from '@carillon/contracts';
import { ApiMails } from '../../../apps/email-worker/src/apis/api-mails';
import {
  MailgunProvider,
  PostmarkProvider,
  SendgridProvider,
  SesProvider,
} from '../../../apps/email-worker/src/apis/mail-api-providers';
import type { EmailWorkerConfig } from '../../../apps/email-worker/src/config';
import { CountedLinks } from '../../../apps/email-worker/src/unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from '../../../apps/email-worker/src/unsubscribe/unsubscribe-links';
import { BODY } from '../body';
import { head, print, row } from '../print';

const USAGE = 'npm run bench -- apis [emails for each provider, 4000 if not given]\n';
const DELAY_MS = 50;
const CONNECTIONS = 20;
const TIMEOUT_MS = 60_000;
/** The rounds of each provider. On a busy machine, the best one is the least disturbed. */
const ROUNDS = 3;
const MS_PER_US = 1 / 1_000;

type ApiName = Extract<SenderProvider, 'SES' | 'SENDGRID' | 'MAILGUN' | 'POSTMARK'>;
type ProviderType = new (mails: ApiMails, config: EmailWorkerConfig) => Provider;

interface MeasuredApi {
  type: ProviderType;
  settings: object;
  secrets: Record<string, string>;
  /** The response to a request with this many emails. */
  accepts: (mails: number) => ApiAnswer;
}

const apis: Readonly<Record<ApiName, MeasuredApi>> = {
  SES: {
    type: SesProvider,
    settings: { awsRegion: 'eu-central-1', accessKeyId: 'AKIA1' },
    secrets: { secretAccessKey: 'a-secret' },
    accepts: () => ({ status: 200, body: { MessageId: newId() } }),
  },
  SENDGRID: {
    type: SendgridProvider,
    settings: {},
    secrets: { apiKey: 'SG.a.b' },
    accepts: () => ({ status: 202 }),
  },
  MAILGUN: {
    type: MailgunProvider,
    settings: { domain: 'shop.example' },
    secrets: { apiKey: 'key' },
    accepts: () => ({ status: 200, body: { id: `<${newId()}@shop.example>` } }),
  },
  POSTMARK: {
    type: PostmarkProvider,
    settings: {},
    secrets: { serverToken: 'token' },
    accepts: (mails) => ({
      status: 200,
      body: Array.from({ length: mails }, () => ({ ErrorCode: 0, MessageID: newId() })),
    }),
  },
};

const content: PublishedContent = {
  ...{ campaignId: newId(), userId: newId(), watermark: true },
  content: contentOf({ subject: 'News for {{name}}', bodies: { EMAIL: BODY } }),
  compiledEmail: compileEmail(BODY),
};

interface Measured {
  perSecond: number;
  requests: number;
  /** The processor time of worker and API for a thousand emails (milliseconds). */
  cpuMs: number;
}

async function measure(name: ApiName, emails: number): Promise<Measured> {
  const { type, settings, secrets, accepts } = apis[name];
  let requests = 0;
  const answer = async ({ path, body }: ApiRequest): Promise<ApiAnswer> => {
    requests += 1;
    const mails = path.endsWith('/batch') ? (JSON.parse(body.toString()) as unknown[]).length : 1;
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    return accepts(mails);
  };
  const server = await new FakeApiServer({ [name.toLowerCase()]: { answer } }).start();
  const config = {
    PUBLIC_URL: 'https://carillon.example.com',
    LINK_KEYS: `k1:${Buffer.alloc(32, 3).toString('base64')}`,
    EMAIL_CONNECTIONS: CONNECTIONS,
    PROVIDER_API_URL: server.url,
  } as EmailWorkerConfig;
  const mails = new ApiMails(new UnsubscribeLinks(config), new ReturnPaths(config), new CountedLinks(config));
  const provider = new type(mails, config);
  const sender = {
    ...{ id: newId(), userId: newId(), provider: name, version: '1', secrets },
    settings: { fromAddress: 'news@shop.example', ...settings },
  };
  const message = provider.compile(content, sender);
  let next = 0;
  const sendAll = async (most: number): Promise<void> => {
    while (next < most) {
      const i = next++;
      const recipient: LeasedRecipient = {
        ...{ i, address: `person${i}@example.org`, subscriberId: newId() },
        variables: { name: `Person ${i}` },
      };
      const terms = {
        deliveryId: deliveryId(`${content.campaignId}-0000000001`, i),
        ...{ timeoutMs: TIMEOUT_MS, validForMs: TIMEOUT_MS },
      };
      const result = await provider.send(recipient, message, sender, terms);
      if (result.kind !== 'sent') throw new Error(`${name}: ${JSON.stringify(result)}`);
    }
  };
  const together = (most: number): Promise<unknown> =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => sendAll(most)));
  const warm = Math.min(emails, CONNECTIONS * 10);
  await together(warm);
  requests = 0;
  const before = process.cpuUsage();
  const from = performance.now();
  await together(warm + emails);
  const perSecond = (emails / (performance.now() - from)) * 1_000;
  const { user, system } = process.cpuUsage(before);
  await provider.close();
  await server.stop();
  return { perSecond, requests, cpuMs: ((user + system) * MS_PER_US * 1_000) / emails };
}

async function main(): Promise<void> {
  const [given = '4000'] = process.argv.slice(2);
  const emails = Number(given);
  if (!Number.isInteger(emails) || emails < 1) {
    process.stderr.write(USAGE);
    process.exit(2);
  }
  const limit = (CONNECTIONS / DELAY_MS) * 1_000;
  print(
    `${emails} emails of 5 KB, ${CONNECTIONS} sends at once, ${DELAY_MS} ms for each request, best of ${ROUNDS}`,
  );
  print(`The limit is ${limit} emails per second.`);
  print();
  row('', head('emails/s', 'of limit', 'requests', 'CPU ms'));
  const names = Object.keys(apis) as ApiName[];
  const best = new Map<ApiName, Measured>();
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) {
      const measured = await measure(name, emails);
      if (measured.perSecond > (best.get(name)?.perSecond ?? 0)) best.set(name, measured);
    }
  for (const [name, { perSecond, requests, cpuMs }] of best) {
    const share = `${Math.round((perSecond / limit) * 100)} %`;
    row(name, head(Math.round(perSecond), share, requests, Math.round(cpuMs)));
  }
}

void main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
