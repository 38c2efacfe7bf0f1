import { type Payload, channels, contentOf, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

describe('checking the messages of a campaign', () => {
  let service: CampaignService;
  const userId = newId();
  const queries: Payload<'audience.fields'>[] = [];

  beforeAll(async () => {
    service = await CampaignService.start({
      'audience.fields': (query) => {
        queries.push(query);
        return {
          people: { EMAIL: 4, WHATSAPP: 0, SMS: 2 },
          isComplete: false,
          fields: [],
          missing: query.needed.map((each) => ({ ...each, people: 2 })),
          sms: { segments: 5, longest: 3 },
        };
      },
    });
  });
  beforeEach(() => {
    service.clear();
    queries.length = 0;
  });
  afterAll(() => service.stop());

  const check = (id: string, user = userId) =>
    service.messenger.request('campaign.check-content', { userId: user, id });
  const audience = { segments: [newId()], excludeGroups: [], excludeSegments: [], topicId: null };

  it('combines the HTML, the other texts, and the values of the recipients', async () => {
    const EMAIL = '<a href="https://shop.example/{{code}}">{{name|you}}</a><a href="#">x</a>';
    const { id, groups } = await service.create({
      ...{ userId, name: 'For {{name}}', audience },
      content: { bodies: { EMAIL, SMS: '{{code}}' } },
    });
    const { findings, ...rest } = await check(id);
    expect(rest).toEqual({
      recipients: { EMAIL: 4, WHATSAPP: 0, SMS: 2 },
      isComplete: false,
      characters: 'For {{name}}'.length + EMAIL.length + '{{code}}'.length,
    });
    expect(findings.map(({ code, severity, field, people }) => [code, severity, field, people])).toEqual([
      ['LINK_WITHOUT_TARGET', 'error', 'emailMessage', null],
      ['PLACEHOLDER_UNFILLED', 'error', 'smsMessage', 2],
      ['PLACEHOLDER_UNFILLED', 'warning', 'name', 2],
      ['LINK_UNFILLED', 'warning', 'emailMessage', 2],
      ['UNSUBSCRIBE_LINK_ADDED', 'info', 'emailMessage', null],
      ['PREHEADER_MISSING', 'info', 'preheader', null],
      ['SMS_SEGMENTS', 'info', 'smsMessage', null],
    ]);
    expect(queries).toEqual([
      {
        ...{ userId, groupIds: groups, audience, usable: channels, sms: '{{code}}' },
        needed: [
          { channel: 'EMAIL', key: 'name' },
          { channel: 'EMAIL', key: 'code' },
          { channel: 'SMS', key: 'code' },
        ],
      },
    ]);
  });

  it('reads the texts of a content in Liquid', async () => {
    const texts = {
      EMAIL: '{% if vip %}<a href="#">{{ name }}</a>{% endif %}',
      SMS: 'Hi {{ name | upcase }}',
    };
    const { id } = await service.create({ userId, content: { engine: 'liquid', bodies: texts } });
    const { findings } = await check(id);
    expect(findings.map(({ code, field }) => [code, field])).toEqual([
      ['LINK_WITHOUT_TARGET', 'emailMessage'],
      ['UNSUBSCRIBE_LINK_ADDED', 'emailMessage'],
      ['PREHEADER_MISSING', 'preheader'],
      ['SMS_SEGMENTS', 'smsMessage'],
    ]);
    expect(queries).toMatchObject([{ engine: 'liquid', sms: texts.SMS }]);
  });

  it('works for incomplete drafts, without asking for recipients', async () => {
    const id = newId();
    await service.messenger.request('campaign.create-draft', {
      ...{ id, userId, name: '', groups: [], content: contentOf({}) },
    });
    expect(await check(id)).toEqual({ recipients: null, isComplete: true, characters: 0, findings: [] });
    expect(queries).toEqual([]);
  });

  it('finds only campaigns of the user', async () => {
    const { id } = await service.create({ userId });
    await expect(check(id, newId())).rejects.toMatchObject({ code: 'campaign_not_found' });
    await expect(check(newId())).rejects.toMatchObject({ code: 'campaign_not_found' });
    expect(queries).toEqual([]);
  });
});
