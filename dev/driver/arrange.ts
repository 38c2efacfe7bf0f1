import { randomBytes } from 'node:crypto';
import { data, text } from './api';
import { stack } from '@carillon/stack';

/** A unique name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

export interface TestUser {
  id: string;
  key: string;
}

/** Creates a separate user for a test, through the operator, with a key that has no rate limit. */
export async function newUser(plan: 'FREE' | 'UPGRADED' = 'FREE', name = unique('User')): Promise<TestUser> {
  const { operatorKey } = stack();
  const user = await data('POST', '/operator/users', { name, email: 'owner@example.com', plan }, operatorKey);
  const id = text(user, 'createUser', '_id');
  const key = { name: 'test', unlimited: true };
  const created = await data('POST', `/operator/users/${id}/api-keys`, key, operatorKey);
  return { id, key: text(created, 'createApiKey', 'key') };
}

export interface TestGroup {
  id: string;
  slug: string;
}

export async function newGroup(user: TestUser, name = unique('Group')): Promise<TestGroup> {
  const created = await data('POST', '/groups', { name }, user.key);
  return { id: text(created, 'createGroup', '_id'), slug: text(created, 'createGroup', 'slug') };
}

/** Adds an email subscriber and returns its ID. */
export function subscribe(
  user: TestUser,
  group: TestGroup,
  identifier: string,
  extraData: object = {},
): Promise<string> {
  return subscribeTo('email', user, group, identifier, extraData);
}

/** Adds a subscriber of any channel and returns its ID. */
export async function subscribeTo(
  integration: 'email' | 'whatsapp' | 'sms',
  user: TestUser,
  group: TestGroup,
  identifier: string,
  extraData: object = {},
): Promise<string> {
  const body = { integration, identifier, groupSlug: group.slug, extraData };
  return text(await data('POST', '/subscribers', body, user.key), 'subscribe', '_id');
}

/** Adds many subscribers, some of them concurrently. */
export async function subscribeAll(
  user: TestUser,
  group: TestGroup,
  identifiers: readonly string[],
): Promise<void> {
  const left = [...identifiers];
  const senders = Array.from({ length: 32 }, async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await subscribe(user, group, next);
  });
  await Promise.all(senders);
}

/** Creates a sender that posts to the sandbox. Resolves with its ID. */
export async function newSender(user: TestUser, channel: string, name: string, from = name): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const url = `${stack().inboxUrl}/sender?secret=${encodeURIComponent(secret)}`;
  const origin = channel === 'EMAIL' ? { fromAddress: from, fromName: 'The Shop' } : { from };
  const settings = { url, secret, ...origin };
  const body = { channel, provider: 'HTTP', name, settings, ratePerSecond: 100 };
  return text(await data('POST', '/senders', body, user.key), 'createSender', '_id');
}

/** Publishes a campaign that is sent at once, and returns its ID. */
export async function send(user: TestUser, groups: readonly TestGroup[], fields: object): Promise<string> {
  const body = { groups: groups.map(({ id }) => id), isStarted: true, ...fields };
  return text(await data('POST', '/campaigns/create', body, user.key), 'createCampaign', '_id');
}
