import { type CampaignPublished, type Payload, emailIn, newId, utmDefaults } from '@carillon/contracts';
import { TestSendFixture } from './test-send-fixture';
import { DAY_MS, ahead } from './times';

const EMAIL = '<a href="https://shop.example/?a=1#top">Shop</a> <a href="mailto:a@b.example">Mail</a>';
const tagged = (campaign: string, source = 'shop'): string =>
  `https://shop.example/?a=1&amp;utm_source=${source}&amp;utm_medium=email&amp;utm_campaign=${campaign}#top`;
const utm = { ...utmDefaults, isOn: true, source: 'shop' };

describe('UTM parameters in links', () => {
  let fixture: TestSendFixture;
  beforeAll(async () => {
    fixture = await TestSendFixture.start();
  });
  beforeEach(() => fixture.clear());
  afterAll(() => fixture.service.stop());

  const setUtm = (changes: object = {}): void => {
    fixture.service.utm = { ...utm, ...changes };
    fixture.profile = { ...fixture.profile, utm: fixture.service.utm };
  };
  const create = (changes: object = {}, more: object = {}) =>
    fixture.service.create({
      ...{ userId: fixture.userId, name: 'Spring sale', content: { bodies: { EMAIL }, ...changes } },
      ...more,
    });
  const hrefIn = (html: unknown): string | undefined => /href="(http[^"]*)"/.exec(String(html))?.[1];
  const previewed = async (id: string): Promise<string | undefined> => {
    const preview = await fixture.service.messenger.request('campaign.preview', {
      ...{
        userId: fixture.userId,
        id,
        subscriberId: null,
        extraData: {},
        unsubscribeUrl: 'https://a.example/u',
      },
    });
    return hrefIn(preview.EMAIL?.html);
  };
  /** The link in an analyzed email, which consists of texts and links. */
  const hrefOf = (fields: Parameters<typeof emailIn>[0]): string | undefined => {
    const email = emailIn(fields);
    const parts = email && !('keys' in email) ? email.html : [];
    return hrefIn(
      parts.map((part) => (typeof part === 'string' ? part : 'written' in part ? part.written : '')).join(''),
    );
  };
  const tested = async (id: string): Promise<string | undefined> => {
    await fixture.test(fixture.order(id));
    return hrefOf(fixture.testSends.at(-1)?.content ?? {});
  };
  const sent = async (id: string): Promise<string | undefined> => {
    const [first] = await fixture.service.announcements(id);
    return hrefOf(first?.payload as CampaignPublished);
  };

  it('are absent by default, and change nothing', async () => {
    const { id } = await create();
    await fixture.service.publish(id, fixture.userId);
    const plain = 'https://shop.example/?a=1#top';
    expect([await previewed(id), await tested(id), await sent(id)]).toEqual([plain, plain, plain]);
  });

  it('are the same in the preview, in a test message, and in the campaign', async () => {
    setUtm();
    const { id } = await create();
    const expected = tagged('Spring%20sale');
    expect([await previewed(id), await tested(id)]).toEqual([expected, expected]);
    await fixture.service.publish(id, fixture.userId);
    expect([await previewed(id), await tested(id), await sent(id)]).toEqual([expected, expected, expected]);
  });

  it('stay as they were when the campaign was published', async () => {
    setUtm();
    const { id } = await create();
    await fixture.service.publish(id, fixture.userId);
    setUtm({ source: 'changed' });
    expect([await previewed(id), await tested(id)]).toEqual([
      tagged('Spring%20sale'),
      tagged('Spring%20sale'),
    ]);
    setUtm({ isOn: false });
    expect(await previewed(id)).toBe(tagged('Spring%20sale'));
  });

  it('are fixed when a campaign is scheduled, and are current again in a draft', async () => {
    setUtm();
    const { id } = await create();
    await fixture.service.schedule(id, fixture.userId, { scheduledAt: ahead(DAY_MS) });
    setUtm({ campaign: 'later' });
    expect(await previewed(id)).toBe(tagged('Spring%20sale'));
    const step = {
      userId: fixture.userId,
      id,
      requestId: newId(),
      by: { role: 'user' as const, keyId: newId() },
    };
    await fixture.service.messenger.request('campaign.unschedule', step);
    expect(await previewed(id)).toBe(tagged('later'));
  });

  it('are in a campaign that is published when it is created', async () => {
    setUtm();
    const start = { requestId: newId(), scheduledAt: null, maxLateness: null };
    const { id } = await create({}, { start });
    expect(await sent(id)).toBe(tagged('Spring%20sale'));
  });

  it('can be turned off, on, and changed for one campaign, and are copied with it', async () => {
    setUtm();
    const off = { isOn: false, source: null, medium: null, campaign: null };
    const own = await create({ utm: off });
    expect(await previewed(own.id)).toBe('https://shop.example/?a=1#top');
    const update: Payload<'campaign.update'> = {
      ...{ userId: fixture.userId, id: own.id },
      content: { utm: { ...off, isOn: true, campaign: 'own' } },
    };
    await fixture.service.messenger.request('campaign.update', update);
    setUtm({ isOn: false });
    expect(await previewed(own.id)).toBe(tagged('own'));
    const copy = await fixture.service.messenger.request('campaign.duplicate', {
      ...{ userId: fixture.userId, id: own.id, copyId: newId() },
    });
    expect(copy.content.utm).toEqual(update.content.utm);
    expect(await previewed(copy.id)).toBe(tagged('own'));
    const cleared = { ...update, content: { utm: null } };
    expect((await fixture.service.messenger.request('campaign.update', cleared)).content.utm).toBeNull();
    expect(await previewed(own.id)).toBe('https://shop.example/?a=1#top');
  });

  it('reject a campaign whose links they would make too long, and store nothing', async () => {
    setUtm({ source: '🎻'.repeat(100) });
    const many = { bodies: { EMAIL: '<a href="https://shop.example/">A</a>'.repeat(1_000) } };
    const { id } = await create(many);
    await expect(fixture.service.publish(id, fixture.userId)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'emailMessage', code: 'too_complex' }],
    });
    expect((await fixture.service.find(id))?.status).toBe('DRAFT');
  });
});
