import type { ErrorCode } from '@carillon/contracts';
import { until } from '../driver/api';
import type { Provocation } from './scene';

const KEYS_PER_USER = 50;
const twilio = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: '+15005550006' };

/** By asking for what the state of things forbids. */
export const conflicts = {
  campaign_not_draft: async (scene) => {
    const campaignId = await scene.campaign({ isStarted: true });
    return scene.ask('POST', '/campaigns/publish', { campaignId });
  },
  campaign_wrong_status: async (scene) => scene.ask('POST', `/campaigns/${await scene.campaign()}/pause`),
  campaign_groups_missing: async (scene) => {
    const { id } = await scene.group();
    const campaignId = await scene.campaign({ groups: [id] });
    await scene.make('DELETE', `/groups/${id}`);
    return scene.ask('POST', '/campaigns/publish', { campaignId });
  },
  nothing_to_retry: async (scene) => {
    const id = await scene.campaign({ isStarted: true });
    return scene.inTime('nothing_to_retry', () => scene.ask('POST', `/campaigns/${id}/retry`, {}));
  },
  subscriber_exists: async (scene) => {
    const { slug } = await scene.group();
    const ann = { integration: 'email', identifier: 'ann@example.com', groupSlug: slug };
    await scene.make('POST', '/subscribers', ann);
    return scene.ask('POST', '/subscribers', ann);
  },
  slug_taken: async (scene) => {
    const { slug } = await scene.group();
    return scene.ask('POST', '/groups', { name: 'x', slug });
  },
  group_in_use: async (scene) => {
    const { id } = await scene.group();
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await scene.campaign({ groups: [id], isStarted: true, scheduledAt });
    return scene.ask('DELETE', `/groups/${id}`);
  },
  integration_exists: async (scene) => {
    const whatsapp = { channel: 'whatsapp', name: 'Twilio', settings: twilio };
    await scene.make('POST', '/integrations', whatsapp);
    return scene.ask('POST', '/integrations', whatsapp);
  },
  integration_in_use: async (scene) => {
    const { id, slug } = await scene.group();
    const bob = { integration: 'sms', identifier: '+4915123100000', groupSlug: slug };
    await scene.make('POST', '/subscribers', bob);
    const sms = { channel: 'sms', name: 'Twilio', settings: twilio };
    const { _id } = await scene.make('POST', '/integrations', sms);
    const campaign = await scene.campaign({ groups: [id], isStarted: true });
    await until('a delivery', 20, async () => {
      const { body } = await scene.ask('GET', `/campaigns/${campaign}/deliveries`);
      return (body as { data: { deliveries: object[] } }).data.deliveries.length === 1;
    });
    return scene.ask('DELETE', `/integrations/${_id}`);
  },
  api_key_in_use: async (scene) => {
    const { keyId, key } = await scene.newUser();
    return scene.ask('DELETE', `/api-keys/${keyId}`, undefined, key);
  },
  address_suppressed: async (scene) => {
    const number = { channel: 'sms', identifier: '+4915123100001' };
    await scene.make('POST', '/suppressions', number);
    return scene.ask('POST', `/campaigns/${await scene.campaign()}/test`, number);
  },
  idempotency_key_reused: async ({ system }) => {
    const headers = { 'idempotency-key': 'once' };
    await system.ask('POST', '/groups', { body: { name: 'x' }, headers });
    return system.ask('POST', '/groups', { body: { name: 'y' }, headers });
  },
  suppression_by_recipient: async (scene) => {
    await scene.unsubscribe('cleo@example.com');
    const { _id } = await until('the suppression', 20, async () => {
      const { body } = await scene.ask('GET', '/suppressions?identifier=cleo@example.com');
      return (body as { data: { suppressions: { _id: string }[] } }).data.suppressions[0];
    });
    return scene.ask('DELETE', '/suppressions', { suppressionIds: [_id] });
  },
  limit_reached: async (scene) => {
    const { key } = await scene.newUser();
    for (let made = 1; made < KEYS_PER_USER; made++)
      await scene.make('POST', '/api-keys', { name: 'x' }, key);
    return scene.ask('POST', '/api-keys', { name: 'x' }, key);
  },
} satisfies Partial<Record<ErrorCode, Provocation>>;
