import { type Json, data, list, until } from '../dev/driver/api';
import { newGroup, send, subscribe, subscribeTo, type TestGroup, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';
import {
  magicNumber,
  newNumber,
  newPhoneUser,
  changed,
  tried,
  type PhoneUser,
  writeBack,
} from '../dev/driver/phones';

const report = async (campaign: string, user: PhoneUser): Promise<Json> =>
  (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;

const deliveries = async (campaign: string, user: PhoneUser): Promise<Json[]> =>
  list(await data('GET', `/campaigns/${campaign}/deliveries`, undefined, user.key), 'deliveries');

const ended = (campaign: string, user: PhoneUser): Promise<Json> =>
  until('the end of the campaign', 60, async () => {
    const now = await report(campaign, user);
    return now.status === 'SENT' ? now : null;
  });

/** Resolves with a delivery when it reaches this state. */
const comesTo = (state: string, address: string, campaign: string, user: PhoneUser): Promise<Json> =>
  until(`${state} for ${address}`, 60, async () => {
    const all = await deliveries(campaign, user);
    return all.find((each) => each.identifier === address && each.state === state) ?? null;
  });

/** Sends an SMS, waits for the end of the campaign, and returns the delivery of the only person in its group. */
async function texted(user: PhoneUser, group: TestGroup): Promise<Json | undefined> {
  const campaign = await send(user, [group], { name: unique('Text'), smsMessage: 'Hello' });
  await ended(campaign, user);
  return (await deliveries(campaign, user))[0];
}

describe('a campaign to people on every channel', () => {
  let user: PhoneUser;
  let group: TestGroup;
  beforeEach(async () => {
    user = await newPhoneUser();
    group = await newGroup(user);
  });

  it('sends to each person on their channel, and reports the results', async () => {
    const [mail, chat, reader, phone] = [
      `${unique('ada')}@example.com`,
      newNumber(),
      magicNumber(732),
      newNumber(),
    ];
    await subscribe(user, group, mail, { name: 'Ada' });
    await subscribeTo('whatsapp', user, group, chat, { name: 'Grace' });
    await subscribeTo('whatsapp', user, group, reader, { name: 'Mary' });
    await subscribeTo('sms', user, group, phone, { name: 'Alan' });
    const campaign = await send(user, [group], {
      name: 'Hello',
      emailMessage: '<p>Hello {{name}}</p>',
      whatsappMessage: 'Hello *{{name}}*',
      smsMessage: `Hello {{name}}${', the bells are ringing'.repeat(8)}`,
    });
    await comesTo('SENT', mail, campaign, user);
    await comesTo('DELIVERED', chat, campaign, user);
    await comesTo('READ', reader, campaign, user);
    const delivered = await comesTo('DELIVERED', phone, campaign, user);
    expect(delivered).toMatchObject({ channel: 'SMS', segments: 2, reason: null, attempts: 1 });
    expect(delivered.deliveredAt).not.toBeNull();
    expect(await inboxOf(chat)).toMatchObject([
      { channel: 'WHATSAPP', from: user.sender, text: 'Hello *Grace*' },
    ]);
    expect(await inboxOf(phone)).toMatchObject([
      { channel: 'SMS', text: expect.stringContaining('Hello Alan') as string },
    ]);
    expect(await ended(campaign, user)).toMatchObject({
      total: 4,
      states: { SENT: 1, DELIVERED: 2, READ: 1 },
      channels: { SMS: { total: 1, segments: 2 }, WHATSAPP: { total: 2 } },
    });
  });

  it('reports why a message failed, at once or later', async () => {
    const [landline, gone, chatless] = ['+15005550009', magicNumber(305), '+15005550001'];
    await subscribeTo('sms', user, group, landline);
    await subscribeTo('sms', user, group, gone);
    await subscribeTo('whatsapp', user, group, chatless);
    const campaign = await send(user, [group], { name: 'Fail', smsMessage: 'Hi', whatsappMessage: 'Hi' });
    const failure = async (address: string): Promise<unknown[]> => {
      const { reason, providerCode } = await comesTo('FAILED', address, campaign, user);
      return [reason, providerCode];
    };
    expect(await failure(landline)).toEqual(['NOT_A_MOBILE_NUMBER', '21614']);
    expect(await failure(chatless)).toEqual(['INVALID_ADDRESS', '21211']);
    expect(await failure(gone)).toEqual(['UNKNOWN_ADDRESS', '30005']);
  });

  it('sends free text over WhatsApp only within the service window, and a template at any time', async () => {
    const person = magicNumber(630);
    await subscribeTo('whatsapp', user, group, person, { name: 'Grace' });
    const text = { name: 'Text', whatsappMessage: 'Hello {{name}}' };
    const contentSid = `HX${'1'.padStart(32, '0')}`;
    const variables = { 1: '{{name}}', 2: '42' };
    const template = { name: 'Template', whatsappTemplate: { contentSid, variables } };
    const first = await send(user, [group], text);
    expect(await comesTo('FAILED', person, first, user)).toMatchObject({
      reason: 'OUTSIDE_WINDOW',
      providerCode: '63016',
    });
    expect(list(await report(first, user), 'reasons')).toEqual([
      expect.objectContaining({ reason: 'OUTSIDE_WINDOW', advice: expect.any(String) as string }),
    ]);

    const second = await send(user, [group], template);
    await comesTo('DELIVERED', person, second, user);
    expect(await inboxOf(person)).toMatchObject([
      { text: 'Hello Grace, your order 42 is ready to collect.' },
      {},
    ]);

    await writeBack('WHATSAPP', user, person, 'Hello yourself');
    await comesTo('DELIVERED', person, await send(user, [group], text), user);
  });

  it('skips people after STOP, until they send START', async () => {
    const person = newNumber();
    await subscribeTo('sms', user, group, person);
    expect(await texted(user, group)).not.toMatchObject({ state: 'SKIPPED' });
    await writeBack('SMS', user, person, 'Stop');
    const suppressions = async (): Promise<Json[]> =>
      list(await data('GET', '/suppressions', undefined, user.key), 'suppressions');
    const [suppression] = await until('the suppression', 60, async () => {
      const all = await suppressions();
      return all.length > 0 ? all : null;
    });
    expect(suppression).toMatchObject({
      channel: 'SMS',
      identifier: person,
      reason: 'STOPPED',
      sender: user.sender,
    });
    expect(await texted(user, group)).toMatchObject({ state: 'SKIPPED', reason: 'SUPPRESSED' });

    await writeBack('SMS', user, person, 'START');
    await until('its end', 60, async () => (await suppressions()).length === 0);
    expect(await texted(user, group)).not.toMatchObject({ state: 'SKIPPED' });
    expect(await inboxOf(person)).toHaveLength(2);
  });

  it('skips people whom Twilio refuses as opted out', async () => {
    await subscribeTo('sms', user, group, '+15005550004');
    expect(await texted(user, group)).toMatchObject({ state: 'FAILED', reason: 'OPTED_OUT' });
    expect(await texted(user, group)).toMatchObject({ state: 'SKIPPED', reason: 'SUPPRESSED' });
  });

  it('settles a request without a response when its callback arrives', async () => {
    const [accepted, lost] = [magicNumber(408), magicNumber(504)];
    await subscribeTo('sms', user, group, accepted);
    await subscribeTo('sms', user, group, lost);
    const campaign = await send(user, [group], { name: 'Silence', smsMessage: 'Hello' });
    await comesTo('DELIVERED', accepted, campaign, user);
    await comesTo('UNCONFIRMED', lost, campaign, user);
    await ended(campaign, user);
    expect(await inboxOf(accepted, user)).toHaveLength(1);
    expect(await inboxOf(lost, user)).toHaveLength(0);
  });

  it('accepts repeated callbacks in the wrong order', async () => {
    const [twice, reversed] = [magicNumber(224), magicNumber(321)];
    await subscribeTo('sms', user, group, twice);
    await subscribeTo('sms', user, group, reversed);
    const campaign = await send(user, [group], { name: 'Order', smsMessage: 'Hello' });
    await comesTo('DELIVERED', twice, campaign, user);
    await comesTo('DELIVERED', reversed, campaign, user);
    expect(await ended(campaign, user)).toMatchObject({ total: 2, states: { DELIVERED: 2 } });
  });
});

describe('a Twilio integration', () => {
  it('can leave the choice of a number to a messaging service', async () => {
    const { accountSid, authToken } = stack().twilio;
    const messagingServiceSid = `MG${'c'.repeat(32)}`;
    const user = await newPhoneUser({ accountSid, authToken, messagingServiceSid });
    const [group, person] = [await newGroup(user), newNumber()];
    await subscribeTo('sms', user, group, person);
    const campaign = await send(user, [group], { name: 'Service', smsMessage: 'Hello' });
    await comesTo('DELIVERED', person, campaign, user);
    expect(await inboxOf(person)).toMatchObject([{ from: expect.stringMatching(/^\+141555501/) as string }]);
  });

  it("reports Twilio's response when it is tested", async () => {
    const user = await newPhoneUser();
    expect(await tried('SMS', user)).toMatchObject({ ok: true, reason: null });
    expect(await tried('WHATSAPP', user)).toMatchObject({ ok: true, reason: null });
    await changed('SMS', user, { settings: { authToken: 'f'.repeat(32) } });
    expect(await tried('SMS', user)).toMatchObject({ ok: false, providerCode: '20003' });
    await changed('WHATSAPP', user, { settings: { apiKeySecret: 'f'.repeat(32) } });
    expect(await tried('WHATSAPP', user)).toMatchObject({ ok: false, providerCode: '20003' });
  });
});
