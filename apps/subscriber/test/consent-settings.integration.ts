import { AppError, type By, type Payload, newId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { SubscriberService } from './subscriber-service';
import { NUMBER, Suppressing } from './suppressing';

const by: By = { role: 'user', keyId: newId() };

/** The setting of the one-click unsubscribe of an account that didn't change it. */
const oneClick = 'TOPIC';

describe("an account's own opt-out and opt-in words", () => {
  let service: SubscriberService;
  let user: Suppressing;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    user = new Suppressing(service);
  });
  afterAll(() => service.stop());

  const update = (changes: Omit<Payload<'consent-settings.update'>, 'userId' | 'by'>) =>
    service.messenger.request('consent-settings.update', { userId: user.userId, by, ...changes });
  const settings = (userId = user.userId) => service.messenger.request('consent-settings.get', { userId });
  const help = async (providerId: string, userId = user.userId) => {
    const request = { userId, channel: 'SMS' as const, address: NUMBER, providerId };
    return (await service.messenger.request('message.help', request)).text;
  };

  it('stop and start messages like the built-in ones, for this account only', async () => {
    await update({ optOutWords: ['Schluss', 'schluss!'], optInWords: ['Los'] });
    expect(await settings()).toEqual({
      oneClick,
      optOutWords: ['Schluss'],
      optInWords: ['Los'],
      helpText: null,
    });
    expect(await settings(newId())).toEqual({ oneClick, optOutWords: [], optInWords: [], helpText: null });
    await user.receive('SCHLUSS.', 1);
    expect(await user.list()).toMatchObject([{ address: NUMBER, reason: 'STOPPED' }]);
    await user.receive('los', 2);
    expect(await user.list()).toEqual([]);
    await update({ optOutWords: [] });
    await user.receive('schluss', 3);
    expect(await user.list()).toEqual([]);
    await user.receive('stop', 4);
    expect(await user.list()).toHaveLength(1);
  });

  it('are rejected if they have another meaning, also among the stored ones', async () => {
    await update({ optOutWords: ['tulpe'] });
    const refused = await update({ optInWords: ['TULPE', 'cancel'] }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: 'validation_failed',
      fields: [
        { field: 'optInWords.0', code: 'conflict' },
        { field: 'optInWords.1', code: 'not_allowed' },
      ],
    });
    expect(await settings()).toMatchObject({ optInWords: [] });
  });

  it('keep all of several concurrent changes', async () => {
    await Promise.all([
      update({ optOutWords: ['tulpe'] }),
      update({ optInWords: ['los'] }),
      update({ helpText: 'News' }),
    ]);
    expect(await settings()).toEqual({
      oneClick,
      optOutWords: ['tulpe'],
      optInWords: ['los'],
      helpText: 'News',
    });
  });

  it('come with one reply to HELP per hour, which is repeated if the provider did not receive it', async () => {
    expect(await help('SM0')).toBeNull();
    await update({ helpText: 'News of the choir. Reply STOP to end.' });
    expect(await help('SM1')).toBe('News of the choir. Reply STOP to end.');
    expect(await help('SM1')).toBe('News of the choir. Reply STOP to end.');
    expect(await help('SM2')).toBeNull();
    const clock = service.part<Clock>(Clock as never);
    const now = clock.now();
    const later = jest.spyOn(clock, 'now').mockReturnValue(new Date(now.getTime() + 3_600_001));
    expect(await help('SM3')).toBe('News of the choir. Reply STOP to end.');
    expect(await help('SM4')).toBeNull();
    later.mockRestore();
  });
});
