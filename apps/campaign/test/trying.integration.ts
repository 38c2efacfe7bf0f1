import {
  AppError,
  type Payload,
  type SendingProfile,
  type Trial,
  type TrialState,
  bodiesOf,
  newId,
} from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { CampaignService } from './campaign-service';

type Begun = (trial: Trial) => Promise<{ state: TrialState }>;

describe('testing a campaign', () => {
  let service: CampaignService;
  let userId: string;
  let profile: SendingProfile;
  let suppressed: string[];
  let conversing: string[];
  /** What the worker was asked, and what it does. */
  let asked: Trial[];
  let worker: Begun;

  beforeAll(async () => {
    const withdrawn = ({ channel, since, recipients }: Payload<'audience.withdrawn'>) => {
      expect(since).toBe('1970-01-01T00:00:00.000Z');
      const indexes = (addresses: string[]) =>
        recipients.flatMap(({ address }, index) => (addresses.includes(address) ? [index] : []));
      return {
        // Nobody by this id is a member of anything.
        withdrawn: [
          ...indexes(suppressed).map((index) => ({ index, reason: 'SUPPRESSED' as const })),
          ...recipients.map((_, index) => ({ index, reason: 'UNSUBSCRIBED' as const })),
        ].slice(0, 1),
        conversing: channel === 'WHATSAPP' ? indexes(conversing) : [],
      };
    };
    const sendOne = (trial: Trial) => {
      asked.push(trial);
      return worker(trial);
    };
    service = await CampaignService.start({
      'account.sending-profile': () => profile,
      'audience.withdrawn': withdrawn,
      'email.send-one': sendOne,
      'sms.send-one': sendOne,
      'whatsapp.send-one': sendOne,
    });
  });
  beforeEach(() => {
    service.clear();
    userId = newId();
    [suppressed, conversing, asked] = [[], [], []];
    const route = (integrationId: string) => ({ integrationId, ratePerSecond: null, maxConnections: null });
    const routes = { EMAIL: route('default'), WHATSAPP: route('wa'), SMS: route('sms') };
    profile = { plan: 'FREE', status: 'ACTIVE', routes };
    worker = sendingOnce;
  });
  afterAll(() => service.remove());

  const begin = ({ trialId, turn }: Trial) => service.messenger.request('trial.begin', { trialId, turn });
  const sendingOnce: Begun = async (trial) => ({
    state: (await begin(trial)).granted ? 'SENT' : 'UNCONFIRMED',
  });
  const content = { bodies: bodiesOf({ EMAIL: '<p>Hi</p>', WHATSAPP: '*Hi*', SMS: 'Hi' }) };
  const order = (id: string, changes: Partial<Payload<'campaign.test'>> = {}): Payload<'campaign.test'> => ({
    ...{ userId, id, trialId: newId(), channel: 'EMAIL', address: 'ann@example.com', extraData: {} },
    ...changes,
  });
  const test = (command: Payload<'campaign.test'>) => service.messenger.request('campaign.test', command);

  it('has a worker send what it says, filled in for one, under a name of its own', async () => {
    const campaign = await service.create({ userId, name: 'For {{name}}', ...content });
    const command = order(campaign.id, { extraData: { name: 'Ann' } });
    expect(await test(command)).toEqual({ state: 'SENT' });
    const { trialId } = command;
    expect(asked).toEqual([
      {
        trialId,
        turn: expect.any(String) as string,
        userId,
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
    const { id } = await service.create({ userId, ...content });
    const before = await service.find(id);
    await test(order(id));
    expect(await service.find(id)).toEqual(before);
    for (const status of ['SENDING', 'SENT', 'CANCELLED'] as const) {
      await service.setStatus(id, status);
      expect(await test(order(id))).toEqual({ state: 'SENT' });
    }
  });

  it('goes by the plan at publishing, or the one of the moment', async () => {
    const { id } = await service.create({ userId, ...content, removeCredits: true });
    const credits = async () => {
      await test(order(id));
      return asked.at(-1)?.content.credits;
    };
    expect(await credits()).toBe(true);
    profile = { ...profile, plan: 'UPGRADED' };
    expect(await credits()).toBe(false);
    await service.publish(id, userId);
    expect(await credits()).toBe(true);
  });

  it('is by the channel that was asked for, free text only in a conversation', async () => {
    const { id } = await service.create({ userId, ...content });
    const phone = { address: '+15005550006' };
    await test(order(id, { channel: 'SMS', ...phone }));
    await test(order(id, { channel: 'WHATSAPP', ...phone }));
    conversing = ['+15005550006'];
    await test(order(id, { channel: 'WHATSAPP', ...phone }));
    const said = asked.map(({ integrationId, recipient }) => [integrationId, recipient.conversing]);
    expect(said).toEqual([
      ['sms', undefined],
      ['wa', undefined],
      ['wa', true],
    ]);
  });

  it('is refused where there is nothing to say, nothing to send by, or nobody to write to', async () => {
    const { id } = await service.create({ userId, bodies: bodiesOf({ EMAIL: 'Hi' }) });
    await expect(test(order(id, { channel: 'SMS' }))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'channel', code: 'not_allowed', detail: 'The campaign has no message for SMS' }],
    });
    suppressed = ['ann@example.com'];
    await expect(test(order(id))).rejects.toMatchObject({ code: 'address_suppressed' });
    profile = { ...profile, routes: { ...profile.routes, EMAIL: null } };
    await expect(test(order(id))).rejects.toMatchObject({ code: 'integration_not_found' });
    profile = { ...profile, status: 'SUSPENDED' };
    await expect(test(order(id))).rejects.toMatchObject({ code: 'account_suspended' });
    for (const wrong of [{ id: newId() }, { userId: newId() }]) {
      await expect(test(order(id, wrong))).rejects.toMatchObject({ code: 'campaign_not_found' });
    }
    expect(asked).toEqual([]);
  });

  it('says by WhatsApp what only a template says', async () => {
    const whatsappTemplate = { contentSid: `HX${'0'.repeat(32)}`, variables: {} };
    const { id } = await service.create({ userId, bodies: bodiesOf({}), whatsappTemplate });
    expect(await test(order(id, { channel: 'WHATSAPP' }))).toEqual({ state: 'SENT' });
    expect(asked[0]?.content.whatsappTemplate).toEqual(whatsappTemplate);
  });

  it('is sent once, and answers as the first time, when the command comes again', async () => {
    const { id } = await service.create({ userId, ...content });
    const command = order(id);
    worker = async (trial) => {
      await begin(trial);
      return { state: 'FAILED' };
    };
    expect(await test(command)).toEqual({ state: 'FAILED' });
    worker = sendingOnce;
    expect(await test(command)).toEqual({ state: 'FAILED' });
    expect(asked).toHaveLength(1);
  });

  it('is UNCONFIRMED, and not sent again, when the worker began and was lost', async () => {
    const { id } = await service.create({ userId, ...content });
    const command = order(id);
    worker = async (trial) => {
      await begin(trial);
      throw new AppError('service_unavailable');
    };
    expect(await test(command)).toEqual({ state: 'UNCONFIRMED' });
    worker = sendingOnce;
    expect(await test(command)).toEqual({ state: 'UNCONFIRMED' });
    expect(asked).toHaveLength(1);
  });

  it('is an error when no worker began, and is sent when it is asked for again, in that turn alone', async () => {
    const { id } = await service.create({ userId, ...content });
    const command = order(id);
    worker = () => Promise.reject(new AppError('service_unavailable'));
    await expect(test(command)).rejects.toMatchObject({ code: 'service_unavailable' });
    // The first worker comes to it after all, when nobody waits any more.
    const [late] = asked;
    expect(late && (await begin(late)).granted).toBe(false);
    worker = sendingOnce;
    expect(await test(command)).toEqual({ state: 'SENT' });
    expect(late && (await begin(late)).granted).toBe(false);
  });

  it('is begun by one worker, however often the command reaches one', async () => {
    const { id } = await service.create({ userId, ...content });
    worker = async (trial) => {
      const tries = await Promise.all([begin(trial), begin(trial), begin(trial)]);
      return { state: tries.filter(({ granted }) => granted).length === 1 ? 'SENT' : 'FAILED' };
    };
    expect(await test(order(id))).toEqual({ state: 'SENT' });
  });

  it('is under way three times at once for a user, who may keep workers waiting', async () => {
    const { id } = await service.create({ userId, ...content });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    worker = (trial) => held.then(() => sendingOnce(trial));
    const first = Array.from({ length: 3 }, () => test(order(id)));
    await eventually(() => asked.length === 3);
    await expect(test(order(id))).rejects.toMatchObject({ code: 'rate_limited', extra: { retryAfter: '5' } });
    go();
    expect(await Promise.all(first)).toEqual(first.map(() => ({ state: 'SENT' })));
    expect(await test(order(id))).toEqual({ state: 'SENT' });
  });

  it('is had ten times a minute by each user, also when several are asked for at once', async () => {
    const { id } = await service.create({ userId, ...content });
    for (let sent = 0; sent < 9; sent += 3) await Promise.all([1, 2, 3].map(() => test(order(id))));
    const tries = await Promise.allSettled([1, 2, 3].map(() => test(order(id))));
    const refused = tries
      .filter((each) => each.status === 'rejected')
      .map(({ reason }) => reason as AppError);
    expect(refused.map(({ code }) => code)).toEqual(['rate_limited', 'rate_limited']);
    expect(Number(refused[0]?.extra.retryAfter)).toBeGreaterThan(50);
    expect(asked).toHaveLength(10);
    // A minute later there is room for as many as a minute has gone by for.
    const allowances = service.stored.collection<{ times: Date[] }>('trialAllowances');
    await allowances.updateMany({}, [
      { $set: { times: { $map: { input: '$times', in: { $subtract: ['$$this', 61_000] } } } } },
    ]);
    await test(order(id));
    const latest = await allowances.findOne({}, { sort: { at: -1 } });
    expect(latest?.times).toHaveLength(10);
    const another = newId();
    const { id: theirs } = await service.create({ userId: another, ...content });
    expect(await test(order(theirs, { userId: another }))).toEqual({ state: 'SENT' });
  });

  it('is remembered for as long as it may be asked for again, without the address', async () => {
    const { id } = await service.create({ userId, ...content });
    await test(order(id));
    const trials = service.stored.collection('trials');
    await eventually(async () => (await trials.countDocuments({ state: 'SENT' })) > 0);
    expect(JSON.stringify(await trials.find().toArray())).not.toContain('ann@example.com');
    expect(await trials.indexes()).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 172_800 }),
    );
  });
});
