import { type Json, data, list, until } from '../dev/driver/api';
import { newGroup, newUser, send, subscribe, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';

const emailMessage = '<p>Hello</p><a href="https://shop.example/sale">Sale</a>';
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe('a segment about behavior', () => {
  it('finds the people who were sent a campaign, and those who clicked', async () => {
    const user = await newUser();
    await data('PATCH', '/account/tracking', { mode: 'FULL' }, user.key);
    const group = await newGroup(user);
    const [reader, other] = [`${unique('reader')}@example.com`, `${unique('other')}@example.com`];
    for (const address of [reader, other]) await subscribe(user, group, address, {});
    const campaignId = await send(user, [group], { name: unique('News'), emailMessage });
    const mail = await until('the mail', 60, async () => (await inboxOf(reader))[0] ?? null);
    const click = /href="([^"]*\/c\/[^"]*)"/.exec(String(mail.html))?.[1] ?? '';
    expect((await fetch(click, { headers, redirect: 'manual' })).status).toBe(302);

    const found = (conditions: object, count: number): Promise<Json[]> =>
      until(`${count} people`, 60, async () => {
        const { previewSegment } = await data('POST', '/segments/preview', { conditions }, user.key);
        const { people, isComplete, sample } = previewSegment as Json;
        return people === count && isComplete === true ? (sample as Json[]) : null;
      });
    await found({ did: 'SENT', inLastDays: 1 }, 2);
    const clicked = await found({ did: 'CLICKED', campaignId, link: 0 }, 1);
    expect(JSON.stringify(clicked)).toContain(reader);
    const silent = await found({ not: { did: 'CLICKED', inLastDays: 30 } }, 1);
    expect(JSON.stringify(silent)).toContain(other);

    const { createSegment } = await data(
      'POST',
      '/segments',
      { name: 'Clicked', conditions: { did: 'CLICKED', campaignId } },
      user.key,
    );
    const segmentId = String((createSegment as Json)._id);
    const { createDraft } = await data(
      'POST',
      '/campaigns/drafts',
      { name: unique('Thanks'), emailMessage, audience: { segments: [segmentId] } },
      user.key,
    );
    await data('POST', '/campaigns/publish', { campaignId: (createDraft as Json)._id }, user.key);
    await until('the second mail', 60, async () => (await inboxOf(reader)).length === 2 || null);
    expect(await inboxOf(other)).toHaveLength(1);
    const path = `/campaigns/${String((createDraft as Json)._id)}/deliveries`;
    expect(list(await data('GET', path, undefined, user.key), 'deliveries')).toHaveLength(1);
  });
});
