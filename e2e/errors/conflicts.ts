import { type ErrorCode, newId } from '@carillon/contracts';
import { OtherServices } from '@carillon/testing';
import { until } from '../../dev/driver/api';
import { AccountModule } from '../../apps/account/src/account.module';
import { PASSWORD, type Person, type Provocation } from './context';

const KEYS_PER_USER = 50;
const twilio = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: '+15005550006' };

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a file. */
async function uploaded({ system }: Parameters<Provocation>[0], body: Buffer) {
  const headers = { 'content-type': 'application/octet-stream' };
  const { body: reply } = await system.ask('POST', '/media?name=file', { body, headers });
  return (reply as { data: { createMedia: { _id: string; url: string } } }).data.createMedia;
}

/** An account with two members that requires approvals. Returns the owner. */
async function withMembers(context: Parameters<Provocation>[0]): Promise<Person> {
  const owner = await context.signedIn();
  const editor = {
    email: `${context.name()}@example.com`,
    name: 'Grace',
    role: 'editor',
    password: PASSWORD,
  };
  await context.asOperator('POST', `/operator/users/${owner.userId}/members`, editor);
  await owner.ask('PATCH', '/account/approval', { required: true });
  return owner;
}

/** Creates a complete draft. Returns its ID. */
async function draftOf(ask: Person['ask']): Promise<string> {
  const idOf = async (path: string, body: object): Promise<string> => {
    const { body: reply } = await ask('POST', path, body);
    const { data } = reply as { data: Record<string, { _id: string }> };
    return Object.values(data)[0]?._id ?? '';
  };
  const groups = [await idOf('/groups', { name: 'Choir' })];
  return idOf('/campaigns/create', { name: 'Spring', smsMessage: 'Hello', groups });
}

/** Errors of requests that the current state does not allow. */
export const conflicts = {
  campaign_not_draft: async (context) => {
    const campaignId = await context.campaign({ isStarted: true });
    return context.ask('POST', '/campaigns/publish', { campaignId });
  },
  campaign_incomplete: async (context) => {
    const { _id: campaignId } = await context.make('POST', '/campaigns/drafts', { name: 'Spring' });
    return context.ask('POST', '/campaigns/publish', { campaignId });
  },
  campaign_changed: async (context) => {
    const path = `/campaigns/${await context.campaign()}`;
    const ifUpdatedAt = '2026-03-01T10:00:00.000Z';
    return context.ask('PATCH', path, { name: 'Mine', ifUpdatedAt });
  },
  campaign_wrong_status: async (context) =>
    context.ask('POST', `/campaigns/${await context.campaign()}/pause`),
  campaign_groups_missing: async (context) => {
    const { id } = await context.group();
    const campaignId = await context.campaign({ groups: [id] });
    await context.make('DELETE', `/groups/${id}`);
    return context.ask('POST', '/campaigns/publish', { campaignId });
  },
  campaign_audience_missing: async (context) => {
    const segment = { name: 'Germans', conditions: { country: ['DE'] } };
    const { _id = '' } = await context.make('POST', '/segments', segment);
    const campaignId = await context.campaign({ audience: { segments: [_id] } });
    await context.make('DELETE', `/segments/${_id}`);
    return context.ask('POST', '/campaigns/publish', { campaignId });
  },
  approval_required: async (context) => {
    const { ask } = await withMembers(context);
    const campaignId = await draftOf(ask);
    return ask('POST', '/campaigns/publish', { campaignId });
  },
  approval_not_pending: async (context) => {
    const { ask } = await withMembers(context);
    return ask('POST', `/campaigns/${await draftOf(ask)}/withdraw-approval`);
  },
  own_approval_request: async (context) => {
    const { ask } = await withMembers(context);
    const path = `/campaigns/${await draftOf(ask)}`;
    const { body } = await ask('POST', `${path}/request-approval`, {});
    const { requestApproval } = (body as { data: { requestApproval: { approval: { _id: string } } } }).data;
    return ask('POST', `${path}/approve`, { approvalId: requestApproval.approval._id });
  },
  too_few_members: async (context) => {
    const { ask } = await context.signedIn();
    return ask('PATCH', '/account/approval', { required: true });
  },
  nothing_to_retry: async (context) => {
    const id = await context.campaign({ isStarted: true });
    return context.inTime('nothing_to_retry', () => context.ask('POST', `/campaigns/${id}/retry`, {}));
  },
  attribute_exists: async (context) => {
    const attributes = { city: 'Oslo', town: 'Oslo' };
    await context.make('POST', '/people', { email: [`${newId()}@example.com`], attributes });
    return context.ask('PATCH', '/attributes/city', { name: 'town' });
  },
  person_conflict: async (context) => {
    const person = { email: [`${newId()}@example.com`] };
    await context.make('POST', '/people', person);
    return context.ask('POST', '/people', person);
  },
  subscriber_exists: async (context) => {
    const { slug } = await context.group();
    const ann = { integration: 'email', identifier: 'ann@example.com', groupSlug: slug };
    await context.make('POST', '/subscribers', ann);
    return context.ask('POST', '/subscribers', ann);
  },
  slug_taken: async (context) => {
    const { slug } = await context.group();
    return context.ask('POST', '/groups', { name: 'x', slug });
  },
  group_in_use: async (context) => {
    const { id } = await context.group();
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await context.campaign({ groups: [id], isStarted: true, scheduledAt });
    return context.ask('DELETE', `/groups/${id}`);
  },
  media_in_use: async (context) => {
    const { _id, url } = await uploaded(context, dot);
    await context.campaign({ smsMessage: `See ${url}` });
    return context.ask('DELETE', `/media/${_id}`);
  },
  template_changed: async (context) => {
    const template = { name: 'News', smsMessage: 'Hello' };
    const { _id = '' } = await context.make('POST', '/templates', template);
    return context.ask('PATCH', `/templates/${_id}`, { subject: 'News', ifVersion: 2 });
  },
  segment_in_use: async (context) => {
    const segment = { name: 'Germans', conditions: { country: ['DE'] } };
    const { _id = '' } = await context.make('POST', '/segments', segment);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await context.campaign({ audience: { excludeSegments: [_id] }, isStarted: true, scheduledAt });
    return context.ask('DELETE', `/segments/${_id}`);
  },
  campaign_senders_missing: async (context) => {
    const { key } = await context.newUser();
    await context.make('POST', '/senders', { channel: 'sms', name: 'One', settings: twilio }, key);
    const other = { channel: 'sms', name: 'Other', settings: twilio };
    const { _id: senderId = '' } = await context.make('POST', '/senders', other, key);
    const { _id: groupId = '' } = await context.make('POST', '/groups', { name: 'Choir' }, key);
    const draft = { name: 'Spring', smsMessage: 'Hello', groups: [groupId], senders: { SMS: senderId } };
    const { _id: campaignId = '' } = await context.make('POST', '/campaigns/create', draft, key);
    await context.make('DELETE', `/senders/${senderId}`, undefined, key);
    return context.ask('POST', '/campaigns/publish', { campaignId }, key);
  },
  campaign_attachments_missing: async (context) => {
    const { _id: file } = await uploaded(context, Buffer.from('%PDF-1.7\n'));
    const { id: groupId } = await context.group();
    const draft = { name: 'Spring', emailMessage: 'Hello', attachments: [file], groups: [groupId] };
    const { _id: campaignId = '' } = await context.make('POST', '/campaigns/drafts', draft);
    await context.ask('DELETE', `/media/${file}?force=true`);
    return context.ask('POST', '/campaigns/publish', { campaignId });
  },
  campaign_templates_unusable: async (context) => {
    const worker = await OtherServices.on(context.system.broker, {
      'whatsapp.content-template-statuses': ({ contentSids }) => ({
        statuses: Object.fromEntries(contentSids.map((sid) => [sid, 'PAUSED' as const])),
      }),
    });
    const { key } = await context.newUser();
    await context.make('POST', '/senders', { channel: 'whatsapp', name: 'Twilio', settings: twilio }, key);
    const { _id: groupId = '' } = await context.make('POST', '/groups', { name: 'Choir' }, key);
    const whatsappTemplate = { contentSid: `HX${'0'.repeat(32)}` };
    const draft = { name: 'Spring', whatsappTemplate, groups: [groupId] };
    const { _id: campaignId = '' } = await context.make('POST', '/campaigns/create', draft, key);
    const answer = await context.ask('POST', '/campaigns/publish', { campaignId }, key);
    await worker.close();
    return answer;
  },
  saved_filter_name_taken: async (context) => {
    await context.make('POST', '/saved-filters', { name: 'Taken', status: 'SENT' });
    return context.ask('POST', '/saved-filters', { name: 'TAKEN' });
  },
  domain_exists: async (context) => {
    const { key } = await context.newUser();
    await context.make('POST', '/domains', { domain: 'example.com' }, key);
    return context.ask('POST', '/domains', { domain: 'EXAMPLE.com' }, key);
  },
  sender_name_taken: async (context) => {
    const { key } = await context.newUser();
    const sender = { channel: 'sms', name: 'Twilio', settings: twilio };
    await context.make('POST', '/senders', sender, key);
    return context.ask('POST', '/senders', sender, key);
  },
  default_sender: async (context) => {
    const { key } = await context.newUser();
    const first = { channel: 'sms', name: 'First', settings: twilio };
    const { _id = '' } = await context.make('POST', '/senders', first, key);
    await context.make('POST', '/senders', { ...first, name: 'Second' }, key);
    return context.ask('DELETE', `/senders/${_id}`, undefined, key);
  },
  sender_in_use: async (context) => {
    const { key } = await context.newUser();
    const sms = { channel: 'sms', name: 'Twilio', settings: twilio };
    const { _id = '' } = await context.make('POST', '/senders', sms, key);
    const { _id: groupId = '', slug = '' } = await context.make('POST', '/groups', { name: 'Choir' }, key);
    const bob = { integration: 'sms', identifier: '+4915123100000', groupSlug: slug };
    await context.make('POST', '/subscribers', bob, key);
    const campaign = { name: 'Spring', smsMessage: 'Hello', groups: [groupId], isStarted: true };
    const { _id: campaignId = '' } = await context.make('POST', '/campaigns/create', campaign, key);
    await until('a delivery', 20, async () => {
      const { body } = await context.ask('GET', `/campaigns/${campaignId}/deliveries`, undefined, key);
      return (body as { data: { deliveries: object[] } }).data.deliveries.length === 1;
    });
    return context.ask('DELETE', `/senders/${_id}`, undefined, key);
  },
  content_templates_unsupported: async (context) => {
    const { key } = await context.newUser();
    const sender = { channel: 'sms', name: 'Twilio', settings: twilio };
    const { _id = '' } = await context.make('POST', '/senders', sender, key);
    return context.ask('GET', `/senders/${_id}/content-templates`, undefined, key);
  },
  integration_exists: async (context) => {
    const whatsapp = { channel: 'whatsapp', name: 'Twilio', settings: twilio };
    await context.make('POST', '/integrations', whatsapp);
    return context.ask('POST', '/integrations', whatsapp);
  },
  integration_in_use: async (context) => {
    const { id, slug } = await context.group();
    const bob = { integration: 'sms', identifier: '+4915123100000', groupSlug: slug };
    await context.make('POST', '/subscribers', bob);
    const sms = { channel: 'sms', name: 'Twilio', settings: twilio };
    const { _id } = await context.make('POST', '/integrations', sms);
    const campaign = await context.campaign({ groups: [id], isStarted: true });
    await until('a delivery', 20, async () => {
      const { body } = await context.ask('GET', `/campaigns/${campaign}/deliveries`);
      return (body as { data: { deliveries: object[] } }).data.deliveries.length === 1;
    });
    return context.ask('DELETE', `/integrations/${_id}`);
  },
  api_key_in_use: async (context) => {
    const { keyId, key } = await context.newUser();
    return context.ask('DELETE', `/api-keys/${keyId}`, undefined, key);
  },
  api_key_rotated: async (context) => {
    const { keyId, key } = await context.newUser();
    await context.ask('POST', `/api-keys/${keyId}/rotate`, {}, key);
    return context.ask('POST', `/api-keys/${keyId}/rotate`, {}, key);
  },
  operator_key_configured: async (context) => {
    const { body } = await context.asOperator('GET', '/operator/api-keys');
    const { apiKeys } = (body as { data: { apiKeys: { _id: string; isConfigured: boolean }[] } }).data;
    const { key } = await context.make(
      'POST',
      '/operator/api-keys',
      { name: 'x' },
      context.system.operatorKey,
    );
    const id = apiKeys.find(({ isConfigured }) => isConfigured)?._id;
    return context.ask('DELETE', `/operator/api-keys/${id}`, undefined, key);
  },
  member_exists: async (context) => {
    const { userId, email } = await context.signedIn();
    const again = { email, name: 'Ada', role: 'viewer', password: PASSWORD };
    return context.asOperator('POST', `/operator/users/${userId}/members`, again);
  },
  last_owner: async (context) => {
    const { memberId, ask } = await context.signedIn();
    return ask('PATCH', `/members/${memberId}`, { role: 'viewer' });
  },
  second_factor_exists: async (context) => {
    const { ask } = await context.withSecondFactor();
    return ask('POST', '/profile/second-factor', { currentPassword: PASSWORD });
  },
  second_factor_not_begun: async (context) => {
    const { ask } = await context.signedIn();
    return ask('POST', '/profile/second-factor/confirm', { code: '123456' });
  },
  password_not_set: async (context) => {
    const { email, ask } = await context.signedIn();
    const logins = context.system.database.of('account').collection('logins');
    await logins.updateOne({ email }, { $set: { isWithoutPassword: true } });
    return ask('POST', '/profile/second-factor', { currentPassword: PASSWORD });
  },
  mail_not_configured: async (context) => {
    const { system } = context;
    await system.stop('account');
    await system.run('account', AccountModule, { DEFAULT_SMTP_URL: '' });
    const invitation = { email: 'grace@example.com', role: 'viewer' };
    const answer = await context.inTime('mail_not_configured', () =>
      context.ask('POST', '/invitations', invitation),
    );
    await system.stop('account');
    await system.run('account', AccountModule);
    await context.inTime('member_not_found', () => context.ask('GET', `/members/${newId()}`));
    return answer;
  },
  address_suppressed: async (context) => {
    const number = { channel: 'sms', identifier: '+4915123100001' };
    await context.make('POST', '/suppressions', number);
    return context.ask('POST', `/campaigns/${await context.campaign()}/test`, number);
  },
  idempotency_key_reused: async ({ system }) => {
    const headers = { 'idempotency-key': 'once' };
    await system.ask('POST', '/groups', { body: { name: 'x' }, headers });
    return system.ask('POST', '/groups', { body: { name: 'y' }, headers });
  },
  suppression_by_recipient: async (context) => {
    await context.unsubscribe('cleo@example.com');
    const { _id } = await until('the suppression', 20, async () => {
      const { body } = await context.ask('GET', '/suppressions?identifier=cleo@example.com');
      return (body as { data: { suppressions: { _id: string }[] } }).data.suppressions[0];
    });
    return context.ask('DELETE', '/suppressions', { suppressionIds: [_id] });
  },
  limit_reached: async (context) => {
    const { key } = await context.newUser();
    for (let made = 1; made < KEYS_PER_USER; made++)
      await context.make('POST', '/api-keys', { name: 'x' }, key);
    return context.ask('POST', '/api-keys', { name: 'x' }, key);
  },
  answer_erased: async (context) => {
    const { slug: groupSlug } = await context.group();
    const identifier = `${context.name()}@example.com`;
    const body = { integration: 'email', identifier, groupSlug };
    const headers = { 'idempotency-key': identifier };
    await context.system.ask('POST', '/subscribers', { body, headers });
    await context.ask('DELETE', '/people/data', { identifier });
    return context.inTime('answer_erased', () =>
      context.system.ask('POST', '/subscribers', { body, headers }),
    );
  },
  quota_exceeded: async (context) => {
    const { userId, key } = await context.newUser();
    await context.asOperator('PATCH', `/operator/users/${userId}`, { plan: 'UPGRADED' });
    await context.make('POST', '/groups', { name: 'x' }, key);
    return context.ask('POST', '/groups', { name: 'x' }, key);
  },
} satisfies Partial<Record<ErrorCode, Provocation>>;
