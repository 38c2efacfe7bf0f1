import { contentOf, newId } from '@carillon/contracts';
import { TestSendFixture } from './test-send-fixture';

describe('testing a campaign', () => {
  let fixture: TestSendFixture;
  beforeAll(async () => {
    fixture = await TestSendFixture.start();
  });
  beforeEach(() => fixture.clear());
  afterAll(() => fixture.service.stop());

  it('makes a worker send its content, rendered for one person, under its own name', async () => {
    const campaign = await fixture.service.create({
      userId: fixture.userId,
      name: 'For {{name}}',
      ...fixture.content,
    });
    const command = fixture.order(campaign.id, { extraData: { name: 'Ann' } });
    expect(await fixture.test(command)).toEqual({ state: 'SENT' });
    const { testSendId } = command;
    expect(fixture.testSends).toEqual([
      {
        testSendId,
        turn: expect.any(String) as string,
        userId: fixture.userId,
        senderId: 'default',
        content: {
          campaignId: testSendId,
          // A template stays as approved, and the subject marks an email as a test.
          content: contentOf({
            subject: '[Test] For {{name}}',
            bodies: { EMAIL: '<p>Hi</p>', WHATSAPP: '[Test] *Hi*', SMS: '[Test] Hi' },
          }),
          compiledEmail: { html: ['<p>Hi</p>', { footer: '' }], text: ['Hi'], links: [] },
          watermark: true,
        },
        recipient: {
          i: 0,
          address: 'ann@example.com',
          subscriberId: testSendId,
          variables: { name: 'Ann' },
        },
      },
    ]);
  });

  it('leaves the campaign unchanged in any status', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    const before = await fixture.service.find(id);
    await fixture.test(fixture.order(id));
    expect(await fixture.service.find(id)).toEqual(before);
    for (const status of ['SENDING', 'SENT', 'CANCELLED'] as const) {
      await fixture.service.setStatus(id, status);
      expect(await fixture.test(fixture.order(id))).toEqual({ state: 'SENT' });
    }
  });

  it('uses the plan at publish, or the current one', async () => {
    const { id } = await fixture.service.create({
      userId: fixture.userId,
      content: { ...fixture.content.content, shouldRemoveWatermark: true },
    });
    const watermark = async () => {
      await fixture.test(fixture.order(id));
      return fixture.testSends.at(-1)?.content.watermark;
    };
    expect(await watermark()).toBe(true);
    fixture.profile = { ...fixture.profile, plan: 'UPGRADED' };
    expect(await watermark()).toBe(false);
    await fixture.service.publish(id, fixture.userId);
    expect(await watermark()).toBe(true);
  });

  it('uses the requested channel, with free text only in a conversation', async () => {
    const { id } = await fixture.service.create({ userId: fixture.userId, ...fixture.content });
    const phone = { address: '+15005550006' };
    await fixture.test(fixture.order(id, { channel: 'SMS', ...phone }));
    await fixture.test(fixture.order(id, { channel: 'WHATSAPP', ...phone }));
    fixture.inServiceWindow = ['+15005550006'];
    await fixture.test(fixture.order(id, { channel: 'WHATSAPP', ...phone }));
    const senders = fixture.testSends.map(({ senderId, recipient }) => [senderId, recipient.inServiceWindow]);
    expect(senders).toEqual([
      ['sms', undefined],
      ['wa', undefined],
      ['wa', true],
    ]);
  });

  it('is rejected without content, a sender, or a recipient that can receive messages', async () => {
    const { id } = await fixture.service.create({
      userId: fixture.userId,
      content: { bodies: { EMAIL: 'Hi' } },
    });
    await expect(fixture.test(fixture.order(id, { channel: 'SMS' }))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'channel', code: 'not_allowed', detail: 'The campaign has no message for SMS' }],
    });
    fixture.suppressed = ['ann@example.com'];
    await expect(fixture.test(fixture.order(id))).rejects.toMatchObject({ code: 'address_suppressed' });
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, EMAIL: null } };
    await expect(fixture.test(fixture.order(id))).rejects.toMatchObject({ code: 'integration_not_found' });
    fixture.profile = { ...fixture.profile, status: 'SUSPENDED' };
    await expect(fixture.test(fixture.order(id))).rejects.toMatchObject({ code: 'account_suspended' });
    for (const wrong of [{ id: newId() }, { userId: newId() }]) {
      await expect(fixture.test(fixture.order(id, wrong))).rejects.toMatchObject({
        code: 'campaign_not_found',
      });
    }
    expect(fixture.testSends).toEqual([]);
  });

  it('is rejected if a value makes the message too large, as in a preview', async () => {
    const { id } = await fixture.service.create({
      userId: fixture.userId,
      content: { bodies: { EMAIL: '{{a}}'.repeat(5_000), SMS: '{{a}}'.repeat(800) } },
    });
    const extraData = { a: '"'.repeat(8_000) };
    const tooLong = { code: 'validation_failed', fields: [{ field: '', code: 'too_big' }] };
    await expect(fixture.test(fixture.order(id, { extraData }))).rejects.toMatchObject(tooLong);
    const sms = { channel: 'SMS', address: '+15005550006', extraData } as const;
    await expect(fixture.test(fixture.order(id, sms))).rejects.toMatchObject(tooLong);
    expect(fixture.testSends).toEqual([]);
    expect(await fixture.test(fixture.order(id, { extraData: { a: 'x' } }))).toEqual({ state: 'SENT' });
  });

  it('sends the template on WhatsApp if there is no other message', async () => {
    const whatsappTemplate = { contentSid: `HX${'0'.repeat(32)}`, variables: {} };
    const { id } = await fixture.service.create({
      userId: fixture.userId,
      content: { bodies: {}, whatsappTemplate },
    });
    expect(await fixture.test(fixture.order(id, { channel: 'WHATSAPP' }))).toEqual({ state: 'SENT' });
    expect(fixture.testSends[0]?.content.content.whatsappTemplate).toEqual(whatsappTemplate);
  });
});
