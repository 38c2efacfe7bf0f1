import { type FeedbackOutcome, deliveryId } from '@carillon/contracts';
import {
  META_APP_SECRET,
  type Hook,
  metaEvent,
  metaHook,
  metaMessage,
  metaSender,
  metaStatus,
  requestOf,
} from '../../test/webhooks';
import { metaSource } from './feedback';

const source = metaSource();
const delivery = deliveryId('65e1c0000000000000000001-0000001024', 7);

const outcomesOf = (event: object, settings: Record<string, unknown> = metaSender): FeedbackOutcome[] =>
  source.outcomes(requestOf(metaHook(event)), settings);
const ofStatus = (status: string, code?: number, id = delivery) =>
  outcomesOf(metaEvent('messages', { statuses: [metaStatus(id, status, code)] }));
const ofMessage = (content: object) =>
  outcomesOf(metaEvent('messages', { messages: [metaMessage(content)] }));
const passes = (hook: Hook, secret = META_APP_SECRET): boolean => {
  const proof = source.proof(requestOf(hook));
  return proof !== null && source.isRight(secret, proof.signed);
};

describe('the signature', () => {
  const hook = metaHook(metaEvent('messages', { statuses: [metaStatus(delivery, 'sent')] }));

  it('is right with the secret of the app only, over the bytes as they were sent', () => {
    expect([META_APP_SECRET, 'another', ''].map((each) => passes(hook, each))).toEqual([true, false, false]);
    expect(passes({ ...hook, body: `${hook.body} ` })).toBe(false);
  });

  it.each([
    {},
    { 'x-hub-signature-256': 'sha256=' },
    { 'x-hub-signature-256': 'sha1=0123' },
    { 'x-hub-signature-256': `sha256=${'A'.repeat(64)}` },
  ])('is missing or has another form: %j', (headers: Record<string, string>) => {
    expect(source.proof(requestOf({ ...hook, headers }))).toBeNull();
  });
});

describe('a status', () => {
  it.each([
    ['sent', 'SENT'],
    ['delivered', 'DELIVERED'],
    ['read', 'READ'],
  ])('%s reports the delivery that the message carried', (status, state) => {
    expect(ofStatus(status)).toEqual([
      {
        kind: 'reported',
        report: {
          ...{ deliveryId: delivery, state, reason: null, permanent: false, providerCode: null },
          providerId: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI0QUQ2MjA4NEYyRkExNjMyREUA',
        },
      },
    ]);
  });

  it.each([
    [131026, { reason: 'NOT_ON_WHATSAPP', permanent: true }],
    [131047, { reason: 'OUTSIDE_WINDOW', permanent: true }],
    [131049, { reason: 'MARKETING_LIMIT', permanent: false }],
    [131042, { reason: 'ACCOUNT_RESTRICTED', permanent: false, stopsSender: true }],
    [199_999, { reason: 'REJECTED', permanent: true }],
  ])('failed reports the reason of the code %d', (code, reason) => {
    expect(ofStatus('failed', code)).toMatchObject([
      { kind: 'reported', report: { state: 'FAILED', providerCode: String(code), ...reason } },
    ]);
  });

  it('failed with an opt-out names the person and the number first', () => {
    expect(ofStatus('failed', 131050)).toMatchObject([
      {
        kind: 'refused',
        refusal: { cause: 'STOPPED', channel: 'WHATSAPP', address: '+16505551234', sender: '+15550783881' },
      },
      { kind: 'reported', report: { reason: 'OPTED_OUT', permanent: true } },
    ]);
  });

  it('of a message without a delivery is unnamed, and an unknown status is ignored', () => {
    expect(ofStatus('delivered', undefined, 'x')).toEqual([{ kind: 'unnamed' }]);
    expect(ofStatus('played')).toEqual([{ kind: 'ignored' }]);
  });
});

describe('a message', () => {
  const received = (message: object) => [
    {
      kind: 'received',
      message: {
        providerId: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTA0NjU1OUFFRTAzODEwMTQ0RgA=',
        ...{ channel: 'WHATSAPP', address: '+16505551234', sender: '+15550783881', ...message },
      },
    },
  ];

  it('of a person has its text, or the caption of its file', () => {
    expect(ofMessage({ type: 'text', text: { body: 'Stop' } })).toEqual(received({ body: 'Stop' }));
    expect(ofMessage({ type: 'image', image: { id: '1', caption: 'Stop' } })).toEqual(
      received({ body: 'Stop' }),
    );
    expect(ofMessage({ type: 'audio', audio: { id: '1' } })).toEqual(received({ body: '' }));
  });

  it('has the payload and the label of the pressed button', () => {
    const button = { payload: 'stop', text: 'Stop promotions' };
    expect(ofMessage({ type: 'button', button })).toEqual(
      received({ body: '', button: 'stop\nStop promotions' }),
    );
    const reply = { type: 'button_reply', button_reply: { id: 'Yes', title: 'Yes' } };
    expect(ofMessage({ type: 'interactive', interactive: reply })).toEqual(
      received({ body: '', button: 'Yes' }),
    );
    const choice = { type: 'list_reply', list_reply: { id: '7', title: 'Friday', description: 'At 8' } };
    expect(ofMessage({ type: 'interactive', interactive: choice })).toEqual(
      received({ body: '', button: '7\nFriday' }),
    );
  });

  it('is ignored if it is a reaction, a notice, or from a person who hides the number', () => {
    expect(ofMessage({ type: 'reaction', reaction: { emoji: '👍' } })).toEqual([{ kind: 'ignored' }]);
    expect(ofMessage({ type: 'system', system: { body: 'Changed' } })).toEqual([{ kind: 'ignored' }]);
    expect(ofMessage({ type: 'text', from: undefined, text: { body: 'Hi' } })).toEqual([{ kind: 'ignored' }]);
  });
});

it('tells who turned off marketing messages', () => {
  const wish = (value: string) => ({
    user_preferences: [
      { wa_id: '16505551234', category: 'marketing_messages', value, timestamp: 1_731_705_721 },
    ],
  });
  expect(outcomesOf(metaEvent('user_preferences', wish('stop')))).toEqual([
    {
      kind: 'refused',
      refusal: { cause: 'STOPPED', channel: 'WHATSAPP', address: '+16505551234', sender: '+15550783881' },
    },
  ]);
  expect(outcomesOf(metaEvent('user_preferences', wish('resume')))).toEqual([{ kind: 'ignored' }]);
});

describe('the standing of the sender', () => {
  const at = new Date('2025-02-12T00:43:44.000Z');
  const ofNumber = '+15550783881';
  const quality = (value: object) =>
    outcomesOf(metaEvent('phone_number_quality_update', { display_phone_number: '15550783881', ...value }));

  it.each([
    [{ event: 'ONBOARDING', current_limit: 'TIER_250' }, { messagingLimit: 250 }],
    [{ event: 'UPGRADE', max_daily_conversations_per_business: 'TIER_10K' }, { messagingLimit: 10_000 }],
    [
      { event: 'UPGRADE', max_daily_conversations_per_business: 'TIER_UNLIMITED' },
      { messagingLimit: 'UNLIMITED' },
    ],
    [
      { event: 'FLAGGED', current_limit: 'TIER_1K' },
      { quality: 'LOW', messagingLimit: 1_000 },
    ],
    [{ event: 'UNFLAGGED', current_limit: 'TIER_NOT_SET' }, { quality: 'MEDIUM' }],
  ])('changes with its number: %j', (value, change) => {
    expect(quality(value)).toEqual([{ kind: 'standing', change, at, ofNumber }]);
  });

  it('does not change with its throughput, and needs the number', () => {
    expect(quality({ event: 'THROUGHPUT_UPGRADE', current_limit: 'TIER_UNLIMITED' })).toEqual([
      { kind: 'ignored' },
    ]);
    expect(quality({ event: 'FLAGGED', display_phone_number: undefined })).toEqual([{ kind: 'malformed' }]);
  });

  it.each([
    [
      'business_capability_update',
      { max_daily_conversations_per_business: 2_000 },
      { messagingLimit: 2_000 },
    ],
    [
      'business_capability_update',
      { max_daily_conversations_per_business: -1 },
      { messagingLimit: 'UNLIMITED' },
    ],
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION', expiration: 1_739_400_000 },
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_739_407_424 },
        ],
      },
      { restriction: 'RESTRICTED', restrictedUntil: '2025-02-13T00:43:44.000Z' },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      { restriction: 'DISABLED', restrictedUntil: null },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      { restriction: null, restrictedUntil: null },
    ],
  ])('changes with its account: %s %j', (field, value, change) => {
    expect(outcomesOf(metaEvent(field, value))).toEqual([{ kind: 'standing', change, at }]);
  });

  it.each([
    ['account_update', { event: 'VERIFIED_ACCOUNT' }],
    ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }],
    ['business_capability_update', { max_phone_numbers_per_business: 20 }],
    ['message_template_status_update', { event: 'PAUSED', message_template_name: 'offer' }],
  ])('does not change with %s %j', (field, value) => {
    expect(outcomesOf(metaEvent(field, value))).toEqual([{ kind: 'ignored' }]);
  });
});

describe('a webhook of the whole app', () => {
  const statuses = { statuses: [metaStatus(delivery, 'delivered')] };

  it('counts for the number and the account of the sender only', () => {
    const other = metaEvent('messages', statuses, { ...metaSender, phoneNumberId: '2' });
    expect(outcomesOf(other)).toEqual([{ kind: 'ignored' }]);
    const elsewhere = metaEvent(
      'account_update',
      { event: 'ACCOUNT_DELETED' },
      { ...metaSender, businessAccountId: '2' },
    );
    expect(outcomesOf(elsewhere)).toEqual([{ kind: 'ignored' }]);
  });

  it('has several events, in their order', () => {
    const one = metaEvent('messages', {
      statuses: [metaStatus(delivery, 'sent'), metaStatus(delivery, 'read')],
    });
    const { entry } = one as { entry: object[] };
    const all = { ...one, entry: [...entry, ...entry] };
    expect(outcomesOf(all).map((each) => each.kind === 'reported' && each.report.state)).toEqual([
      ...['SENT', 'READ'],
      ...['SENT', 'READ'],
    ]);
  });

  it.each([
    {},
    [],
    { object: 'page', entry: [] },
    { object: 'whatsapp_business_account' },
    {
      object: 'whatsapp_business_account',
      entry: [null, 7, { id: metaSender.businessAccountId, changes: [null] }],
    },
    metaEvent('messages', { statuses: [null, 7, {}], messages: [null, {}] }),
  ])('of any other form never throws (%#)', (event) => {
    for (const { kind } of outcomesOf(event)) expect(['ignored', 'malformed']).toContain(kind);
  });
});
