import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { newGroup, subscribe, subscribeTo, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { type PhoneUser, newNumber, newPhoneUser } from '../dev/driver/phones';

const CHANNELS = ['EMAIL', 'WHATSAPP', 'SMS'];

async function publish(user: PhoneUser, campaignId: string): Promise<Json> {
  await data('POST', '/campaigns/publish', { campaignId }, user.key);
  return until('the end of the campaign', 60, async () => {
    const { report } = await data('GET', `/campaigns/${campaignId}/report`, undefined, user.key);
    return (report as Json).status === 'SENT' ? (report as Json) : null;
  });
}

/** Leaves the topic of a campaign with the link in its email. */
async function leaveTopic(address: string): Promise<void> {
  const [mail] = await inboxOf(address);
  const header = (mail?.headers as Record<string, string>)['list-unsubscribe'] ?? '';
  const link = /<(.*)>/.exec(header)?.[1] ?? '';
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(link, { method: 'POST', body, redirect: 'error' })).status).toBe(200);
}

describe('the rehearsal of a campaign', () => {
  it('has the numbers and reasons that the report has after publishing', async () => {
    const user = await newPhoneUser();
    const post = (path: string, body: object): Promise<Json> => data('POST', path, body, user.key);
    const [first, second, staff] = [await newGroup(user), await newGroup(user), await newGroup(user)];
    const topic = text(await post('/topics', { name: 'Offers' }), 'createTopic', '_id');
    const conditions = { country: ['DE'] };
    const segment = text(await post('/segments', { name: 'Germans', conditions }), 'createSegment', '_id');
    const mail = (name: string): string => `${name}.${user.id}@example.com`;

    await subscribe(user, first, mail('dan'));
    const about = {
      name: unique('News'),
      emailMessage: '<p>Hi</p>',
      groups: [first.id],
      audience: { topic },
    };
    await publish(user, text(await post('/campaigns/create', about), 'createCampaign', '_id'));
    await leaveTopic(mail('dan'));

    for (const name of ['ann', 'bob', 'cid']) await subscribe(user, first, mail(name), { name });
    for (const name of ['ann', 'gus']) await subscribe(user, second, mail(name), { name });
    for (const name of ['cid', 'eve']) await subscribe(user, staff, mail(name));
    await post('/people', { email: [mail('fay')], country: 'DE' });
    await subscribe(user, staff, mail('fay'));
    await post('/suppressions', { channel: 'email', identifier: mail('bob') });
    const texts = ['Hello', `Hello${', the bells are ringing'.repeat(8)}`, ' '];
    for (const each of texts) await subscribeTo('sms', user, first, newNumber(), { text: each });
    await subscribeTo('whatsapp', user, second, newNumber());

    const draft = {
      name: 'For {{name}}',
      emailMessage: '<p>Hello</p>',
      smsMessage: '{{text|}}',
      groups: [first.id, second.id],
      audience: { segments: [segment], excludeGroups: [staff.id], topic },
    };
    const id = text(await post('/campaigns/create', draft), 'createCampaign', '_id');
    const { rehearsal } = (await data('GET', `/campaigns/${id}/rehearsal`, undefined, user.key)) as {
      rehearsal: Json & { channels: Record<string, Json>; sms: Json };
    };
    expect(rehearsal).toMatchObject({ isComplete: true, problems: [], missing: [], reached: 4 });
    const rows = CHANNELS.flatMap((channel) =>
      list(rehearsal.channels[channel], 'unreached').map(({ state, reason, count }) => ({
        ...{ channel, state, reason, count },
      })),
    );
    expect(rows.map(({ reason }) => reason).sort()).toEqual([
      ...['EMPTY_MESSAGE', 'EXCLUDED', 'NO_MESSAGE', 'SUPPRESSED', 'TOPIC_OPTED_OUT'],
    ]);

    const report = (await publish(user, id)) as Json & { channels: Record<string, Json> };
    const rowText = ({ channel, state, reason, count }: Json): string =>
      [channel, state, reason, count].join(' ');
    expect(list(report, 'reasons').map(rowText).sort()).toEqual(rows.map(rowText).sort());
    expect(report.total).toBe(rehearsal.total);
    for (const channel of CHANNELS) {
      const { states, total } = report.channels[channel] as { states: Record<string, number>; total: number };
      const { reached } = rehearsal.channels[channel] ?? {};
      expect([total, total - (states.SKIPPED ?? 0) - (states.FAILED ?? 0)]).toEqual([
        rehearsal.channels[channel]?.total,
        reached,
      ]);
    }
    expect(rehearsal.sms).toEqual({ segments: 3, longest: 2 });
    expect(report.channels.SMS).toMatchObject({ segments: 3 });

    const again = await call('GET', `/campaigns/${id}/rehearsal`, undefined, user.key);
    expect([again.status, again.body.code]).toEqual([409, 'campaign_wrong_status']);
  });

  it('lists what prevents publishing, and changes nothing', async () => {
    const user = await newPhoneUser();
    const group = await newGroup(user);
    await subscribe(user, group, `ann.${user.id}@example.com`);
    const created = await data('POST', '/campaigns/drafts', { groups: [group.id] }, user.key);
    const id = text(created, 'createDraft', '_id');
    const path = `/campaigns/${id}/rehearsal`;
    const { rehearsal } = await data('GET', path, undefined, user.key);
    expect(rehearsal).toMatchObject({
      reached: 0,
      channels: { EMAIL: { total: 1, unreached: [{ reason: 'NO_MESSAGE', count: 1 }] } },
      problems: [{ code: 'campaign_incomplete', errors: [{ field: 'name' }, { field: 'emailMessage' }] }],
      ...{ estimatedEndAt: null, endUnknown: 'NOBODY_REACHED' },
    });
    const before = await data('GET', `/campaigns/${id}`, undefined, user.key);
    await data('GET', path, undefined, user.key);
    expect(await data('GET', `/campaigns/${id}`, undefined, user.key)).toEqual(before);
  });
});
