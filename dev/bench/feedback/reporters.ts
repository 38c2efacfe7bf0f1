import { createHmac, randomInt } from 'node:crypto';
import { type Channel, type MailProvider, mailProviders } from '@carillon/contracts';
import { stack } from '@carillon/stack';
import { BounceAddresses } from '@carillon/vault';
import { mongo } from 'mongoose';
import { data, text, until } from '../../driver/api';
import { type TestUser, newGroup, newUser, send } from '../../driver/arrange';
import {
  type FakeSns,
  type Hook,
  type HookMaker,
  mailgunHooks,
  postmarkHooks,
  sendgridEvent,
  sendgridHook,
  sendgridHooks,
  sesHooks,
} from '../../../libs/feedback/test/webhooks';
import { writeAudience } from '../audience/write-audience';
import { endOf, reportOf } from '../dispatch/report';
import { linkKeys } from '../link-keys';
import type { PretendTwilio } from './pretend-twilio';
import type { ProviderRequest } from './send-requests';

/** A provider that has sent a campaign and reports events. */
export interface Reporter {
  name: string;
  /** The status of the response to a genuine request. */
  status: number;
  /** Creates requests about this number of deliveries without earlier reports. Every tenth reports a hard bounce. */
  genuine: (deliveries: number) => ProviderRequest[];
  /** Creates the same requests, signed with a wrong key. */
  forged: (count: number) => ProviderRequest[];
  /** Counts the deliveries with a report in the ledger. */
  known: () => Promise<number>;
}

/** Every tenth mail bounces. */
const BOUNCE_EVERY = 10;
const MOST_AT_SENDGRID = 100;
const AUTH_TOKEN = 'a-token-of-the-benchmark';
const LONGEST_S = 120;

export interface Places {
  /** The mail server that accepts all emails. */
  smtpPort: number;
  sns: FakeSns;
  twilio: PretendTwilio;
}

/** Sends a campaign of `people` through each provider whose name begins with `only`. */
export async function reportersOf(only: string, people: number, places: Places): Promise<Reporter[]> {
  const makers: Record<MailProvider, HookMaker> = {
    SES: sesHooks(places.sns),
    SENDGRID: sendgridHooks,
    MAILGUN: mailgunHooks,
    POSTMARK: postmarkHooks,
  };
  const names = mailProviders.map((provider) => [provider.toLowerCase(), provider] as const);
  const reporters: Reporter[] = [];
  const isAsked = (name: string): boolean => name.startsWith(only);
  for (const [name, provider] of names)
    if (isAsked(name)) reporters.push(await mailReporter(name, provider, makers[provider], people, places));
  const gathered = `sendgrid, ${MOST_AT_SENDGRID} events each`;
  if (isAsked(gathered))
    reporters.push(gatheredReporter(await mailReporter(gathered, 'SENDGRID', sendgridHooks, people, places)));
  if (isAsked('twilio')) reporters.push(await twilioReporter(people, places.twilio));
  return reporters;
}

interface MailReporter extends Reporter {
  path: string;
  /** The tokens of deliveries that have no report yet. */
  take: (count: number) => string[];
}

async function mailReporter(
  name: string,
  provider: MailProvider,
  maker: HookMaker,
  people: number,
  { smtpPort }: Places,
): Promise<MailReporter> {
  const user = await newUser('UPGRADED');
  const server = { host: '127.0.0.1', port: smtpPort, security: 'none', fromAddress: 'news@shop.example' };
  const settings = { ...server, feedbackProvider: provider, feedbackKey: maker.key };
  const made = await data('POST', '/integrations', { channel: 'email', name: 'Bench', settings }, user.key);
  const path = new URL(text(made, 'createIntegration', 'webhookUrl')).pathname;
  const campaign = await sent(user, 'EMAIL', people);
  const addresses = new BounceAddresses(linkKeys());
  // An email identifies its delivery to its provider with this token.
  const tokens = (await deliveriesOf(campaign)).map((delivery) => addresses.token(delivery) ?? '');
  let taken = 0;
  const take = (count: number): string[] => tokens.slice(taken, (taken += count));
  const request = ({ headers, body }: Hook): ProviderRequest => ({ path, headers, body });
  const now = (): Date => new Date();
  return {
    ...{ name, path, take, status: 200 },
    genuine: (count) =>
      take(count).map((token, n) =>
        request(n % BOUNCE_EVERY === 0 ? maker.bounce(token, now()) : maker.delivery(token, now())),
      ),
    forged: (count) => Array.from({ length: count }, () => request(maker.forged(tokens[0] ?? '', now()))),
    known: () => knownOf(user, campaign),
  };
}

/** SendGrid combines many events in one request. */
function gatheredReporter({ path, take, ...reporter }: MailReporter): Reporter {
  const eventOf = (token: string, n: number): object =>
    sendgridEvent(
      token,
      new Date(),
      n % BOUNCE_EVERY === 0
        ? { event: 'bounce', reason: '550 5.1.1 No such user', bounce_classification: 'Invalid Address' }
        : { event: 'delivered', response: '250 OK' },
    );
  return {
    ...reporter,
    genuine: (count) => {
      const events = take(count).map(eventOf);
      const requests: ProviderRequest[] = [];
      while (events.length > 0)
        requests.push({ path, ...sendgridHook(events.splice(0, MOST_AT_SENDGRID), new Date()) });
      return requests;
    },
  };
}

async function twilioReporter(people: number, twilio: PretendTwilio): Promise<Reporter> {
  const user = await newUser('UPGRADED');
  const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: AUTH_TOKEN, from: '+15005550006' };
  const integration = { channel: 'SMS', name: 'Bench', settings, ratePerSecond: 10_000 };
  await data('POST', '/integrations', integration, user.key);
  const from = twilio.taken.length;
  const campaign = await sent(user, 'SMS', people);
  const left = twilio.taken.slice(from);
  const [first] = left;
  const request = (
    { callbackUrl, sid }: { callbackUrl: string; sid: string },
    token: string,
  ): ProviderRequest => {
    const url = callbackUrl.replace(/#.*/, '');
    const form = { AccountSid: settings.accountSid, MessageSid: sid, MessageStatus: 'delivered' };
    const signed = url + Object.entries(form).flat().join('');
    const { pathname, search } = new URL(url);
    return {
      path: pathname + search,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
      },
      body: new URLSearchParams(form).toString(),
    };
  };
  return {
    ...{ name: 'twilio', status: 204 },
    genuine: (count) => left.splice(0, count).map((message) => request(message, AUTH_TOKEN)),
    forged: (count) => (first ? Array.from({ length: count }, () => request(first, 'another')) : []),
    known: () => knownOf(user, campaign),
  };
}

/** Sends a campaign and waits for its end. */
async function sent(user: TestUser, channel: Channel, people: number): Promise<string> {
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people, channel);
  const message = channel === 'SMS' ? { smsMessage: 'Hello' } : { emailMessage: '<p>Hello</p>' };
  const campaign = await send(user, [group], { name: 'Bench', ...message });
  const { sent: count } = await endOf(user, campaign);
  if (count !== people) throw new Error(`${count} of ${people} were sent to`);
  return campaign;
}

/** The IDs of all deliveries of a campaign, in the order of sending. */
async function deliveriesOf(campaign: string): Promise<string[]> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    const batches = client.db('carillon_dispatcher').collection<{ _id: string; size: number }>('batches');
    const ids = await batches
      .find({ campaign: new mongo.ObjectId(campaign) }, { projection: { size: 1 } })
      .sort({ _id: 1 })
      .toArray();
    return ids.flatMap(({ _id, size }) => Array.from({ length: size }, (_, n) => `${_id}-${n}`));
  } finally {
    await client.close();
  }
}

async function knownOf(user: TestUser, campaign: string): Promise<number> {
  const { DELIVERED = 0, BOUNCED = 0 } = (await reportOf(user, campaign)).states as Record<string, number>;
  return DELIVERED + BOUNCED;
}

/** Resolves when the ledger contains reports of this number of deliveries. */
export async function untilKnown({ known }: Reporter, count: number): Promise<void> {
  await until(`${count} deliveries in the ledger`, LONGEST_S, async () => (await known()) >= count, 100);
}

/** The same requests, each from a different network as the gateway sees it: here, the gateway trusts a proxy. */
export function fromManyNetworks(requests: readonly ProviderRequest[]): ProviderRequest[] {
  const random = (): number => randomInt(1, 255);
  return requests.map(({ headers, ...rest }) => ({
    ...rest,
    headers: { ...headers, 'x-forwarded-for': [11, random(), random(), random()].join('.') },
  }));
}
