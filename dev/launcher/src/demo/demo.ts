import { createHash } from 'node:crypto';
import { type StackSecrets, type TwilioSecrets, isObject, twilioLogin } from '@carillon/stack';
import { GatewayClient, RefusedError } from './gateway-client';

export interface Demo {
  apiKey: string;
  /**
   * The group for the first steps: the demo's own group if it still exists. Undefined if the user has removed all
   * groups.
   */
  groupId: string | undefined;
  /** The initial credentials of the account's owner. */
  signIn: { email: string; password: string };
}

/** The secrets that the demo needs, and the file with its user's key. */
export interface DemoSecrets {
  readonly values: Readonly<TwilioSecrets & Pick<StackSecrets, 'operatorKey' | 'apiKey'>>;
  save(changes: { apiKey: string }): void;
}

const USER = { name: 'Demo', email: 'demo@example.com' };
const GROUP = { name: 'Friends', slug: 'friends' };
/** One subscriber for each channel. The phone numbers are from the range reserved for fiction. */
const SUBSCRIBERS = [
  { integration: 'email', identifier: 'ada@example.com', extraData: { name: 'Ada' } },
  { integration: 'whatsapp', identifier: '+12025550102', extraData: { name: 'Grace' } },
  { integration: 'sms', identifier: '+12025550103', extraData: { name: 'Alan' } },
].map((subscriber) => ({ ...subscriber, groupSlug: GROUP.slug }));
/** The channels that need a Twilio account on the sandbox. Email needs none. */
const TWILIO_CHANNELS = ['WHATSAPP', 'SMS'];
/** Twilio's own test number for a working sender. */
const SENDER = '+15005550006';

/**
 * Returns the demo user with a key, integrations, a group, and subscribers. The first start creates them, and every
 * later start finds them. If a start was interrupted, the next start continues at the same step.
 */
export async function prepareDemo(
  gatewayUrl: string,
  secrets: DemoSecrets,
  signal: AbortSignal,
): Promise<Demo> {
  const known = secrets.values.apiKey;
  const apiKey = known !== undefined && (await isValid(gatewayUrl, known, signal)) ? known : null;
  if (apiKey !== null) {
    const client = new GatewayClient(gatewayUrl, apiKey, signal);
    const signIn = await demoOwner(client, gatewayUrl, secrets, signal);
    return { apiKey, groupId: await anyGroup(client), signIn };
  }
  return makeDemo(gatewayUrl, secrets, signal);
}

async function makeDemo(gatewayUrl: string, secrets: DemoSecrets, signal: AbortSignal): Promise<Demo> {
  const operator = new GatewayClient(gatewayUrl, secrets.values.operatorKey, signal);
  const userId = await demoUser(operator);
  const { createApiKey } = await operator.request('POST', `/operator/users/${userId}/api-keys`, {
    name: 'npm start',
    // Trials and measurements should test the system and not its limits.
    unlimited: true,
  });
  const apiKey = textOf(createApiKey, 'key');
  const client = new GatewayClient(gatewayUrl, apiKey, signal);
  await makeIntegrations(client, secrets);
  if ((await anyGroup(client)) === undefined) await client.request('POST', '/groups', GROUP);
  for (const subscriber of SUBSCRIBERS) {
    await client
      .request('POST', '/subscribers', subscriber)
      .catch(unless('subscriber_exists', 'group_not_found'));
  }
  const signIn = await demoOwner(client, gatewayUrl, secrets, signal);
  secrets.save({ apiKey });
  return { apiKey, groupId: await anyGroup(client), signIn };
}

/**
 * Creates the account's owner if the account has no members. The password is derived from the operator's key, so that
 * it needs no storage.
 */
async function demoOwner(
  client: GatewayClient,
  gatewayUrl: string,
  { values: { operatorKey } }: DemoSecrets,
  signal: AbortSignal,
): Promise<Demo['signIn']> {
  const password = createHash('sha256').update(`demo owner ${operatorKey}`).digest('base64url').slice(0, 16);
  const signIn = { email: USER.email, password };
  const { members } = await client.request('GET', '/members?limit=1');
  if (arrayOf(members).length > 0) return signIn;
  const { account } = await client.request('GET', '/account');
  const operator = new GatewayClient(gatewayUrl, operatorKey, signal);
  const owner = { ...signIn, name: USER.name, role: 'owner' };
  await operator
    .request('POST', `/operator/users/${textOf(account, '_id')}/members`, owner)
    .catch(unless('member_exists'));
  return signIn;
}

async function makeIntegrations(client: GatewayClient, secrets: DemoSecrets): Promise<void> {
  const settings = { ...twilioLogin(secrets.values), from: SENDER };
  for (const channel of TWILIO_CHANNELS) {
    const integration = { channel, name: 'Sandbox', settings };
    await client.request('POST', '/integrations', integration).catch(unless('integration_exists'));
  }
}

async function demoUser(operator: GatewayClient): Promise<string> {
  const { users } = await operator.request('GET', '/operator/users?limit=1000');
  const known = arrayOf(users).find((user) => user.email === USER.email);
  if (known) return textOf(known, '_id');
  const { createUser } = await operator.request('POST', '/operator/users', USER);
  return textOf(createUser, '_id');
}

async function anyGroup(client: GatewayClient): Promise<string | undefined> {
  const groups = arrayOf((await client.request('GET', '/groups')).groups);
  const group = groups.find(({ slug }) => slug === GROUP.slug) ?? groups[0];
  return group && textOf(group, '_id');
}

async function isValid(gatewayUrl: string, key: string, signal: AbortSignal): Promise<boolean> {
  try {
    await new GatewayClient(gatewayUrl, key, signal).request('GET', '/account');
    return true;
  } catch (error) {
    // The key was revoked, or the database was replaced.
    if (error instanceof RefusedError && error.status === 401) return false;
    throw error;
  }
}

function unless(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof RefusedError) || !codes.includes(error.code)) throw error;
  };
}

function arrayOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown, key: string): string {
  if (isObject(value) && typeof value[key] === 'string') return value[key];
  throw new Error(`the gateway responded without ${key}`);
}
