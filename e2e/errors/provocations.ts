import { mintApiKey } from '@carillon/vault';
import { type ErrorCode, newId } from '@carillon/contracts';
import { conflicts } from './conflicts';
import { outages } from './outages';
import { PASSWORD, type Provocation } from './context';

const host = 'Host: x\r\n';
const json = { 'content-type': 'application/json' };

/** Errors that depend only on the request. */
const requests = {
  malformed_request: (context) => context.raw('GET / HTTP/1.1\r\n\r\n'),
  malformed_json: ({ system }) => system.ask('POST', '/groups', { body: '{' }),
  method_not_allowed: (context) => context.ask('PUT', '/groups'),
  not_acceptable: ({ system }) => system.ask('GET', '/account', { headers: { accept: 'text/html' } }),
  request_timeout: (context) => context.raw(`GET / HTTP/1.1\r\n${host}`),
  body_too_large: ({ system }) =>
    system.ask('POST', '/groups', { body: ' '.repeat(2 ** 20 + 1), headers: json }),
  unsupported_media_type: ({ system }) =>
    system.ask('POST', '/groups', { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
  validation_failed: (context) => context.ask('POST', '/groups', { name: '' }),
  file_unusable: ({ system }) => {
    const beginningOfJpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
    const headers = { 'content-type': 'image/jpeg' };
    return system.ask('POST', '/media?name=cut.jpg', { body: beginningOfJpeg, headers });
  },
  file_form_unclear: async (context) => {
    const { id } = await context.group();
    const body = 'channel;address\nemail;ann@example.com\n';
    const headers = { 'content-type': 'text/csv' };
    return context.system.ask('POST', `/groups/${id}/import`, { body, headers });
  },
  headers_too_large: (context) =>
    context.raw(`GET / HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
} satisfies Partial<Record<ErrorCode, Provocation>>;

/** Errors of the key, or of the signature that replaces it. */
const access = {
  missing_api_key: ({ system }) => system.ask('GET', '/account', {}, null),
  invalid_api_key: (context) => context.ask('GET', '/account', undefined, mintApiKey('user')),
  api_key_expired: async (context) => {
    const { userId } = await context.newUser();
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    const path = `/operator/users/${userId}/api-keys`;
    const { key } = await context.make('POST', path, { name: 'x', expiresAt }, context.system.operatorKey);
    return context.inTime('api_key_expired', () => context.ask('GET', '/account', undefined, key));
  },
  network_not_allowed: async (context) => {
    const { userId } = await context.newUser();
    const limited = { name: 'x', networks: ['192.0.2.0/24'] };
    const path = `/operator/users/${userId}/api-keys`;
    const answer = await context.asOperator('POST', path, limited);
    const { key } = (answer.body as { data: { createApiKey: { key: string } } }).data.createApiKey;
    return context.ask('GET', '/account', undefined, key);
  },
  operator_key_required: (context) => context.ask('GET', '/operator/users'),
  user_key_required: (context) => context.asOperator('GET', '/account'),
  insufficient_scope: async (context) => {
    const { key } = await context.newUser(['read']);
    return context.ask('POST', '/groups', { name: 'x' }, key);
  },
  account_suspended: async (context) => {
    const { userId, key } = await context.newUser();
    await context.asOperator('PATCH', `/operator/users/${userId}`, { status: 'SUSPENDED' });
    return context.inTime('account_suspended', () => context.ask('GET', '/account', undefined, key));
  },
  rate_limited: async (context) => {
    const { userId } = await context.newUser();
    const slow = { name: 'x', ratePerSecond: 1, burst: 1 };
    const { key } = await context.make(
      'POST',
      `/operator/users/${userId}/api-keys`,
      slow,
      context.system.operatorKey,
    );
    return context.inTime('rate_limited', () => context.ask('GET', '/account', undefined, key));
  },
  sign_in_failed: ({ system }) =>
    system.ask('POST', '/sessions', { body: { email: 'nobody@example.com', password: 'x' } }, null),
  second_factor_required: async (context) => {
    const { email } = await context.withSecondFactor();
    return context.system.ask('POST', '/sessions', { body: { email, password: PASSWORD } }, null);
  },
  invalid_session: ({ system }) =>
    system.ask('GET', '/account', { headers: { cookie: `__Host-carillon=${'a'.repeat(43)}` } }, null),
  session_required: (context) => context.ask('GET', '/profile'),
  invalid_csrf_token: async (context) => {
    const { ask, session } = await context.signedIn();
    return ask('POST', '/groups', { name: 'x' }, { cookie: session.cookie });
  },
  invalid_signature: ({ system }) => system.ask('POST', `/callbacks/twilio/${newId()}/status`, {}, null),
} satisfies Partial<Record<ErrorCode, Provocation>>;

/** Errors of missing resources. */
const absent = {
  route_not_found: (context) => context.ask('GET', '/nothing'),
  campaign_not_found: (context) => context.ask('GET', `/campaigns/${newId()}`),
  group_not_found: (context) => context.ask('GET', `/groups/${newId()}`),
  person_not_found: (context) => context.ask('GET', `/people/${newId()}`),
  attribute_not_found: (context) => context.ask('PATCH', `/attributes/${newId()}`, { label: 'x' }),
  segment_not_found: (context) => context.ask('GET', `/segments/${newId()}`),
  comment_not_found: async (context) =>
    context.ask('GET', `/campaigns/${await context.campaign()}/comments/${newId()}`),
  conversion_not_found: (context) => context.ask('GET', `/conversions/${newId()}`),
  template_not_found: (context) => context.ask('GET', `/templates/${newId()}`),
  saved_filter_not_found: (context) => context.ask('GET', `/saved-filters/${newId()}`),
  template_version_not_found: async (context) => {
    const { _id = '' } = await context.make('POST', '/templates', { name: 'News', smsMessage: 'Hello' });
    return context.ask('GET', `/templates/${_id}/versions/1`);
  },
  layout_not_found: (context) => {
    const emailDesign = { blocks: [], layout: { id: newId() } };
    return context.ask('POST', '/campaigns/drafts', { emailDesign });
  },
  media_not_found: (context) => context.ask('GET', `/media/${newId()}`),
  domain_not_found: (context) => context.ask('GET', `/domains/${newId()}`),
  topic_not_found: (context) => context.ask('GET', `/topics/${newId()}`),
  subscriber_not_found: (context) => context.ask('GET', `/subscribers/${newId()}`),
  integration_not_found: (context) => context.ask('GET', `/integrations/${newId()}`),
  sign_up_form_not_found: (context) => context.ask('GET', `/sign-up-forms/${newId()}`),
  sender_not_found: (context) => context.ask('GET', `/senders/${newId()}`),
  api_key_not_found: (context) => context.ask('GET', `/api-keys/${newId()}`),
  provider_account_not_found: (context) =>
    context.asOperator('GET', `/operator/provider-accounts/${newId()}`),
  operator_key_not_found: (context) => context.asOperator('GET', `/operator/api-keys/${newId()}`),
  user_not_found: (context) => context.asOperator('GET', `/operator/users/${newId()}`),
  import_not_found: (context) => context.ask('GET', `/imports/${newId()}`),
  removal_not_found: (context) => context.ask('GET', `/removals/${newId()}`),
  erasure_not_found: (context) => context.ask('GET', `/people/erasures/${newId()}`),
  inbound_message_not_found: (context) => context.ask('POST', `/messages/inbound/${newId()}/opt-out`),
  suppression_not_found: (context) => context.ask('GET', `/suppressions/${newId()}`),
  member_not_found: (context) => context.ask('GET', `/members/${newId()}`),
  invitation_not_found: (context) => context.ask('GET', `/invitations/${newId()}`),
  session_not_found: async (context) => (await context.signedIn()).ask('GET', `/sessions/${newId()}`),
  webhook_not_found: (context) => context.ask('GET', `/webhooks/${newId()}`),
  webhook_message_not_found: async (context) => {
    const webhook = { url: 'https://shop.example.com/', eventTypes: ['campaign.paused'] };
    const { body } = await context.ask('POST', '/webhooks', webhook);
    const { data } = body as { data: { createWebhook: { _id: string } } };
    const path = `/webhooks/${data.createWebhook._id}/replay`;
    return context.ask('POST', path, { messageId: 'msg_x' });
  },
  link_not_found: ({ system }) => system.ask('POST', '/passwords', { body: { token: 'x' } }, null),
  delivery_not_found: async (context) => {
    const campaign = await context.campaign();
    return context.ask('GET', `/campaigns/${campaign}/deliveries/${campaign}-0000000000-0`);
  },
} satisfies Partial<Record<ErrorCode, Provocation>>;

/** Every error of the API, and a request that provokes it. */
export const provocations = { ...requests, ...access, ...absent, ...conflicts, ...outages };
