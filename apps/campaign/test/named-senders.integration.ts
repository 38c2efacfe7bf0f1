import { AppError, type SendingProfile, newId } from '@carillon/contracts';
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
