import { type Json, data, text } from '../dev/driver/api';
import { newGroup, newUser, subscribe, unique } from '../dev/driver/arrange';

describe('the checks of a campaign', () => {
  it('find problems of the messages, and the recipients without a value', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const mail = (name: string): string => `${name}.${user.id}@example.com`;
    await subscribe(user, group, mail('ann'), { name: 'Ann', code: 'a1' });
    await subscribe(user, group, mail('bob'), { name: 'Bob' });
    const draft = {
      name: unique('News'),
      preheader: 'Tickets',
      emailMessage:
        '<p>Hello {{name}} {{city}}</p>\n<a href="/offers">Offers</a><a href="https://shop.example/{{code}}">Yours</a>',
      groups: [group.id],
    };
    const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
    const { checkCampaign } = await data('POST', `/campaigns/${id}/checks`, undefined, user.key);
    const { findings, ...rest } = checkCampaign as Json;
    expect(rest).toEqual({
      campaignId: id,
      recipients: { EMAIL: 2, WHATSAPP: 0, SMS: 0 },
      isComplete: true,
    });
    expect(findings).toMatchObject([
      { code: 'LINK_INCOMPLETE', severity: 'error', places: [{ line: 2, element: '<a href="/offers">' }] },
      { code: 'PLACEHOLDER_UNFILLED', severity: 'error', source: '{{city}}', people: 2 },
      { code: 'LINK_UNFILLED', severity: 'warning', source: '{{code}}', people: 1 },
      { code: 'UNSUBSCRIBE_LINK_ADDED', severity: 'info' },
    ]);
    const { campaign } = await data('GET', `/campaigns/${id}`, undefined, user.key);
    expect(campaign).toMatchObject({ status: 'DRAFT' });
  });
});
