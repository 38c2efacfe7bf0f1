import { type ErrorCode, mintApiKey, newId } from '@carillon/contracts';
import { conflicts } from './conflicts';
import { outages } from './outages';
import type { Provocation } from './scene';

const host = 'Host: x\r\n';
const json = { 'content-type': 'application/json' };

/** By the request alone. */
const requests = {
  malformed_request: (scene) => scene.raw('GET / HTTP/1.1\r\n\r\n'),
  malformed_json: ({ system }) => system.ask('POST', '/groups', { body: '{' }),
  method_not_allowed: (scene) => scene.ask('PUT', '/groups'),
  not_acceptable: ({ system }) => system.ask('GET', '/account', { headers: { accept: 'text/html' } }),
  request_timeout: (scene) => scene.raw(`GET / HTTP/1.1\r\n${host}`),
  body_too_large: ({ system }) =>
    system.ask('POST', '/groups', { body: ' '.repeat(2 ** 20 + 1), headers: json }),
  unsupported_media_type: ({ system }) =>
    system.ask('POST', '/groups', { body: 'name=x', headers: { 'content-type': 'text/plain' } }),
  validation_failed: (scene) => scene.ask('POST', '/groups', { name: '' }),
  headers_too_large: (scene) => scene.raw(`GET / HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
} satisfies Partial<Record<ErrorCode, Provocation>>;

/** By the key, or the signature that takes its place. */
const access = {
  missing_api_key: ({ system }) => system.ask('GET', '/account', {}, null),
  invalid_api_key: (scene) => scene.ask('GET', '/account', undefined, mintApiKey('user')),
  operator_key_required: (scene) => scene.ask('GET', '/operator/users'),
  user_key_required: (scene) => scene.asOperator('GET', '/account'),
  insufficient_scope: async (scene) => {
    const { key } = await scene.newUser(['read']);
    return scene.ask('POST', '/groups', { name: 'x' }, key);
  },
  account_suspended: async (scene) => {
    const { userId, key } = await scene.newUser();
    await scene.asOperator('PATCH', `/operator/users/${userId}`, { status: 'SUSPENDED' });
    return scene.inTime('account_suspended', () => scene.ask('GET', '/account', undefined, key));
  },
  rate_limited: async (scene) => {
    const { userId } = await scene.newUser();
    const slow = { name: 'x', ratePerSecond: 1, burst: 1 };
    const { key } = await scene.make(
      'POST',
      `/operator/users/${userId}/api-keys`,
      slow,
      scene.system.operatorKey,
    );
    return scene.inTime('rate_limited', () => scene.ask('GET', '/account', undefined, key));
  },
  invalid_signature: ({ system }) => system.ask('POST', `/callbacks/twilio/${newId()}/status`, {}, null),
} satisfies Partial<Record<ErrorCode, Provocation>>;

/** By naming what is not there. */
const absent = {
  route_not_found: (scene) => scene.ask('GET', '/nothing'),
  campaign_not_found: (scene) => scene.ask('GET', `/campaigns/${newId()}`),
  group_not_found: (scene) => scene.ask('GET', `/groups/${newId()}`),
  subscriber_not_found: (scene) => scene.ask('GET', `/subscribers/${newId()}`),
  integration_not_found: (scene) => scene.ask('GET', `/integrations/${newId()}`),
  api_key_not_found: (scene) => scene.ask('GET', `/api-keys/${newId()}`),
  user_not_found: (scene) => scene.asOperator('GET', `/operator/users/${newId()}`),
  import_not_found: (scene) => scene.ask('GET', `/imports/${newId()}`),
  removal_not_found: (scene) => scene.ask('GET', `/removals/${newId()}`),
  suppression_not_found: (scene) => scene.ask('GET', `/suppressions/${newId()}`),
  delivery_not_found: async (scene) => {
    const campaign = await scene.campaign();
    return scene.ask('GET', `/campaigns/${campaign}/deliveries/${campaign}-0000000000-0`);
  },
} satisfies Partial<Record<ErrorCode, Provocation>>;

/** Whatever the API can answer, and how to be answered so. */
export const provocations = { ...requests, ...access, ...absent, ...conflicts, ...outages };
