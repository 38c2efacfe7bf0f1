import { AppError, type Payload, type Reply, type SendingProfile, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

describe('the senders that a campaign names', () => {
  const [userId, senderId] = [newId(), newId()];
  let service: CampaignService;
  let senders: SendingProfile['senders'];

  beforeAll(async () => {
    service = await CampaignService.start({
      'account.sending-profile': (): SendingProfile => ({
        ...{ plan: 'FREE', status: 'ACTIVE', senders },
        routes: { EMAIL: null, WHATSAPP: null, SMS: null },
      }),
    });
  });
  beforeEach(() => {
    service.clear();
    senders = [{ channel: 'EMAIL', senderId, ratePerSecond: null, maxConnections: null }];
  });
  afterAll(() => service.stop());

  const refusal = async (request: Promise<unknown>): Promise<AppError> => {
    const error: unknown = await request.catch((each: unknown) => each);
    if (!(error instanceof AppError)) throw new Error('It was not refused');
    return error;
  };

  it('are stored, ordered, and copied', async () => {
    const draft = await service.create({ userId, senders: { EMAIL: senderId } });
    expect(draft.senders).toEqual({ EMAIL: senderId });
    await service.publish(draft.id, userId);
    const [order] = await service.announcements(draft.id);
    expect(order?.payload).toMatchObject({ senders: { EMAIL: senderId } });
    const copyId = newId();
    const copy = await service.messenger.request('campaign.duplicate', { userId, id: draft.id, copyId });
    expect(copy.senders).toEqual({ EMAIL: senderId });
  });

  it('must exist, and match their channel', async () => {
    const { code, fields } = await refusal(service.create({ userId, senders: { SMS: senderId } }));
    expect([code, fields]).toMatchObject(['sender_not_found', [{ field: 'senders.SMS', code: 'not_found' }]]);
  });

  it('prevent publication once they are deleted', async () => {
    const { id } = await service.create({ userId, senders: { EMAIL: senderId } });
    senders = [];
    const { code, fields } = await refusal(service.publish(id, userId));
    expect([code, fields]).toMatchObject(['campaign_senders_missing', [{ field: 'senders.EMAIL' }]]);
    await service.messenger.request('campaign.update', { userId, id, content: {}, senders: {} });
    expect(await service.publish(id, userId)).toMatchObject({ status: 'SENDING' });
  });
});

describe('the WhatsApp templates of a campaign', () => {
  const [userId, senderId] = [newId(), newId()];
  const questions: Payload<'sender.content-template-statuses'>[] = [];
  let statuses: (() => Reply<'sender.content-template-statuses'>['statuses']) | undefined;
  let service: CampaignService;
  beforeAll(async () => {
    service = await CampaignService.start({
      'account.sending-profile': (): SendingProfile => ({
        ...{ plan: 'FREE', status: 'ACTIVE' },
        senders: [{ channel: 'WHATSAPP', senderId, ratePerSecond: null, maxConnections: null }],
        routes: { EMAIL: null, WHATSAPP: null, SMS: null },
      }),
      'sender.content-template-statuses': (question) => {
        questions.push(question);
        if (!statuses) throw new AppError('provider_failed');
        return { statuses: statuses() };
      },
    });
  });
  beforeEach(() => {
    service.clear();
    questions.splice(0);
    statuses = () => ({});
  });
  afterAll(() => service.stop());

  const template = (contentSid: string) => ({ whatsappTemplate: { contentSid, variables: {} } });
  const create = (senders = {}) =>
    service.create({
      ...{ userId, senders },
      content: {
        ...template('order:en_US'),
        translations: { de: template('order:de'), fr: template('order:en_US') },
      },
    });
  const refusal = async (id: string) => {
    const error: unknown = await service.publish(id, userId).catch((each: unknown) => each);
    if (!(error instanceof AppError)) throw new Error('It was not refused');
    return [error.code, error.fields.map(({ field, code, detail }) => [field, code, detail])];
  };

  it('are asked for together, at the sender that the campaign names, or at the default one', async () => {
    const { id } = await create({ WHATSAPP: senderId });
    await service.publish(id, userId);
    await service.publish((await create()).id, userId);
    const contentSids = ['order:en_US', 'order:de'];
    expect(questions).toEqual([
      { userId, id: senderId, contentSids },
      { userId, id: null, contentSids },
    ]);
  });

  it('prevent publication if the sender does not have them, or they are not approved', async () => {
    const { id } = await create();
    statuses = () => ({ 'order:en_US': 'MISSING', 'order:de': 'PAUSED' });
    const missing = 'The WhatsApp sender has no template order:en_US';
    expect(await refusal(id)).toEqual([
      'campaign_templates_unusable',
      [
        ['whatsappTemplate.contentSid', 'not_found', missing],
        [
          'translations.de.whatsappTemplate.contentSid',
          'not_allowed',
          'WhatsApp has not approved the template order:de: its status is PAUSED',
        ],
        ['translations.fr.whatsappTemplate.contentSid', 'not_found', missing],
      ],
    ]);
    statuses = () => ({ 'order:en_US': 'APPROVED', 'order:de': 'APPROVED' });
    expect(await service.publish(id, userId)).toMatchObject({ status: 'SENDING' });
  });

  it('prevent nothing while the provider does not respond', async () => {
    statuses = undefined;
    const { id } = await create();
    expect(await service.publish(id, userId)).toMatchObject({ status: 'SENDING' });
    expect(questions).toHaveLength(1);
  });

  it('are not asked for without a template', async () => {
    await service.publish((await service.create({ userId })).id, userId);
    expect(questions).toEqual([]);
  });
});
