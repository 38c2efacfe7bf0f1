import { type AppError, newId, contentOf } from '@carillon/contracts';
import { someone, eventually } from '@carillon/testing';
import { CampaignService } from './campaign-service';

describe('publishing a campaign', () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  it('makes a draft SENDING and publishes the order to send it, with the current plan', async () => {
    service.plan = 'UPGRADED';
    const content = { bodies: { EMAIL: '<p>Hello</p>', SMS: 'Hello' }, shouldRemoveWatermark: true };
    const draft = await service.create({ userId, content });
    const published = await service.publish(draft.id, userId);
    expect(published).toMatchObject({
      status: 'SENDING',
      updatedAt: published.publishedAt,
      finishedAt: null,
    });
    expect(published.updatedAt > draft.updatedAt).toBe(true);

    expect(await service.announcements(draft.id)).toEqual([
      {
        event: 'campaign.published',
        payload: {
          campaignId: draft.id,
          userId,
          rev: 2,
          run: 1,
          plan: 'UPGRADED',
          content: contentOf({ ...content, subject: draft.name }),
          compiledEmail: { html: ['<p>Hello</p>', { footer: '' }], text: ['Hello'], links: [] },
          groups: draft.groups,
          publishedAt: published.publishedAt,
        },
      },
    ]);
  });

  it('publishes texts in Liquid with an event that older dispatchers do not know', async () => {
    const bodies = { EMAIL: '{% if vip %}<p>VIP</p>{% endif %}', SMS: '{{ name | upcase }}' };
    const draft = await service.create({ userId, content: { engine: 'liquid', bodies } });
    await service.publish(draft.id, userId);
    const empty = { EMAIL: null, WHATSAPP: null, SMS: null };
    expect(await service.announcements(draft.id)).toMatchObject([
      {
        event: 'campaign.published-in-liquid',
        payload: {
          content: {
            subject: '',
            bodies: empty,
            liquid: { subject: draft.name, bodies: { ...empty, ...bodies } },
          },
          liquidEmail: { close: '', text: '{% if vip %}\n\nVIP\n\n{% endif %}', links: [], keys: ['{vip}'] },
        },
      },
    ]);
  });

  it('refuses texts in Liquid with the positions of their errors', async () => {
    const content = {
      engine: 'liquid' as const,
      bodies: { EMAIL: '<p>\n{{ a | raw }}</p>', SMS: '{% include "x" %}' },
      whatsappTemplate: { contentSid: 'HX', variables: { 1: '{{ a }}', 2: '{{ a' } },
    };
    const refusal = {
      code: 'validation_failed',
      fields: [
        { field: 'emailMessage', code: 'invalid_template', line: 2, column: 1 },
        { field: 'smsMessage', code: 'invalid_template', line: 1, column: 1 },
        { field: 'whatsappTemplate.variables.2', code: 'invalid_template', line: 1, column: 1 },
      ],
    };
    await expect(service.create({ userId, content })).rejects.toMatchObject(refusal);
    const draft = await service.create({ userId, content: { ...content, engine: 'simple' } });
    const change = { userId, id: draft.id, content: { engine: 'liquid' as const } };
    await expect(service.messenger.request('campaign.update', change)).rejects.toMatchObject(refusal);
  });

  it('succeeds for one of twenty concurrent requests; the others are rejected', async () => {
    const { id } = await service.create({ userId });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => service.publish(id, userId)));
    const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
    expect(refusals.map(({ code }) => code)).toEqual(Array<string>(19).fill('campaign_not_draft'));
    expect(await service.announcements(id)).toHaveLength(1);
  });

  it('gives twenty repeats of one request the same reply', async () => {
    const { id } = await service.create({ userId });
    const requestId = newId();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.publish(id, userId, requestId)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe('SENDING');
  });

  it('gives a repeat the same reply, even after the campaign was sent', async () => {
    const { id } = await service.create({ userId });
    const requestId = newId();
    const first = await service.publish(id, userId, requestId);
    await service.completed(id, 1);
    await eventually(async () => (await service.find(id))?.status === 'SENT');
    expect(await service.publish(id, userId, requestId)).toEqual(first);
    await expect(service.publish(id, userId)).rejects.toMatchObject({ code: 'campaign_not_draft' });
  });

  it('does not find unknown, foreign, or deleted campaigns', async () => {
    const { id } = await service.create({ userId });
    await expect(service.publish(newId(), userId)).rejects.toMatchObject({ code: 'campaign_not_found' });
    await expect(service.publish(id, newId())).rejects.toMatchObject({ code: 'campaign_not_found' });
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [id] });
    await expect(service.publish(id, userId)).rejects.toMatchObject({ code: 'campaign_not_found' });
  });

  it('is rejected if target groups do not exist, listing each, and keeps the draft', async () => {
    const groups = [newId(), newId(), newId()];
    const { id } = await service.create({ userId, groups });
    service.missingGroups = groups.slice(1);
    await expect(service.publish(id, userId)).rejects.toMatchObject({
      code: 'campaign_groups_missing',
      fields: [
        { field: 'groups.1', code: 'not_found' },
        { field: 'groups.2', code: 'not_found' },
      ],
    });
    expect(await service.messenger.request('campaign.get', { userId, id })).toMatchObject({
      status: 'DRAFT',
    });
  });

  it('is rejected for a suspended account', async () => {
    const { id } = await service.create({ userId });
    service.suspended = true;
    await expect(service.publish(id, userId)).rejects.toMatchObject({ code: 'account_suspended' });
  });
});
