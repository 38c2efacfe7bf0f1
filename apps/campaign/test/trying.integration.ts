import { bodiesOf, newId } from '@carillon/contracts';
import { TrialStage } from './trial-stage';

describe('testing a campaign', () => {
  let stage: TrialStage;
  beforeAll(async () => {
    stage = await TrialStage.start();
  });
  beforeEach(() => stage.clear());
  afterAll(() => stage.service.remove());

  it('has a worker send what it says, filled in for one, under a name of its own', async () => {
    const campaign = await stage.service.create({
      userId: stage.userId,
      name: 'For {{name}}',
      ...stage.content,
    });
    const command = stage.order(campaign.id, { extraData: { name: 'Ann' } });
    expect(await stage.test(command)).toEqual({ state: 'SENT' });
    const { trialId } = command;
    expect(stage.asked).toEqual([
      {
        trialId,
        turn: expect.any(String) as string,
        userId: stage.userId,
        integrationId: 'default',
        content: {
          campaignId: trialId,
          subject: 'For {{name}}',
          bodies: campaign.bodies,
          whatsappTemplate: null,
          credits: true,
        },
        recipient: {
          i: 0,
          address: 'ann@example.com',
          subscriberId: trialId,
          variables: { name: 'Ann' },
        },
      },
    ]);
  });

  it('leaves the campaign as it is, whatever its status', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    const before = await stage.service.find(id);
    await stage.test(stage.order(id));
    expect(await stage.service.find(id)).toEqual(before);
    for (const status of ['SENDING', 'SENT', 'CANCELLED'] as const) {
      await stage.service.setStatus(id, status);
      expect(await stage.test(stage.order(id))).toEqual({ state: 'SENT' });
    }
  });

  it('goes by the plan at publishing, or the one of the moment', async () => {
    const { id } = await stage.service.create({
      userId: stage.userId,
      ...stage.content,
      removeCredits: true,
    });
    const credits = async () => {
      await stage.test(stage.order(id));
      return stage.asked.at(-1)?.content.credits;
    };
    expect(await credits()).toBe(true);
    stage.profile = { ...stage.profile, plan: 'UPGRADED' };
    expect(await credits()).toBe(false);
    await stage.service.publish(id, stage.userId);
    expect(await credits()).toBe(true);
  });

  it('is by the channel that was asked for, free text only in a conversation', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, ...stage.content });
    const phone = { address: '+15005550006' };
    await stage.test(stage.order(id, { channel: 'SMS', ...phone }));
    await stage.test(stage.order(id, { channel: 'WHATSAPP', ...phone }));
    stage.conversing = ['+15005550006'];
    await stage.test(stage.order(id, { channel: 'WHATSAPP', ...phone }));
    const said = stage.asked.map(({ integrationId, recipient }) => [integrationId, recipient.conversing]);
    expect(said).toEqual([
      ['sms', undefined],
      ['wa', undefined],
      ['wa', true],
    ]);
  });

  it('is refused where there is nothing to say, nothing to send by, or nobody to write to', async () => {
    const { id } = await stage.service.create({ userId: stage.userId, bodies: bodiesOf({ EMAIL: 'Hi' }) });
    await expect(stage.test(stage.order(id, { channel: 'SMS' }))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'channel', code: 'not_allowed', detail: 'The campaign has no message for SMS' }],
    });
    stage.suppressed = ['ann@example.com'];
    await expect(stage.test(stage.order(id))).rejects.toMatchObject({ code: 'address_suppressed' });
    stage.profile = { ...stage.profile, routes: { ...stage.profile.routes, EMAIL: null } };
    await expect(stage.test(stage.order(id))).rejects.toMatchObject({ code: 'integration_not_found' });
    stage.profile = { ...stage.profile, status: 'SUSPENDED' };
    await expect(stage.test(stage.order(id))).rejects.toMatchObject({ code: 'account_suspended' });
    for (const wrong of [{ id: newId() }, { userId: newId() }]) {
      await expect(stage.test(stage.order(id, wrong))).rejects.toMatchObject({ code: 'campaign_not_found' });
    }
    expect(stage.asked).toEqual([]);
  });

  it('says by WhatsApp what only a template says', async () => {
    const whatsappTemplate = { contentSid: `HX${'0'.repeat(32)}`, variables: {} };
    const { id } = await stage.service.create({
      userId: stage.userId,
      bodies: bodiesOf({}),
      whatsappTemplate,
    });
    expect(await stage.test(stage.order(id, { channel: 'WHATSAPP' }))).toEqual({ state: 'SENT' });
    expect(stage.asked[0]?.content.whatsappTemplate).toEqual(whatsappTemplate);
  });
});
