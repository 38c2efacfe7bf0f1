import { type SenderChange, newId } from '@carillon/contracts';
import { Fixture, members, until } from './fixture';

jest.setTimeout(90_000);

describe('a change of a sender', () => {
  const senderId = newId();
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    const email = { senderId, ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, EMAIL: email } };
  });
  afterAll(() => fixture.close());

  const change = (given: Partial<SenderChange> = {}): SenderChange => ({
    at: '2026-03-01T10:00:00.000Z',
    channel: 'EMAIL',
    senderId,
    fields: ['settings.host', 'settings.password'],
    by: { role: 'user', keyId: newId() },
    ...given,
  });
  const tell = async (told: SenderChange, times = 1, userId = fixture.userId): Promise<void> => {
    const event = { id: newId(), userId, ...told };
    for (let i = 0; i < times; i++) await fixture.others.messenger.publish('sender.edited', event);
  };
  const begun = async (prefix: string): Promise<string> => {
    const campaignId = await fixture.publish([members(3, prefix)]);
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    return campaignId;
  };
  const changesOf = async (campaignId: string) => (await fixture.report(campaignId)).senderChanges;

  it('is shown once in the report of each campaign that uses it', async () => {
    const campaigns = [await begun('1'), await begun('2')];
    await fixture.tell('paused', campaigns[1] ?? '', 3);
    const [first, second] = [change(), change({ fields: ['settings.fromAddress'] })];
    await tell(first, 3);
    await until('the first change', async () => (await changesOf(campaigns[0] ?? ''))?.length === 1);
    await tell(second);
    for (const campaign of campaigns) {
      await until('the second change', async () => (await changesOf(campaign))?.length === 2);
      expect(await changesOf(campaign)).toEqual([first, second]);
    }
  });

  it('is not told where it changes nothing: of another sender, another user, or what is over', async () => {
    const over = await begun('3');
    await fixture.tell('cancelled', over, 3);
    await until('the end', async () => (await fixture.report(over)).states.CANCELLED === 3);
    const campaignId = await begun('4');
    await tell(change({ senderId: newId() }));
    await tell(change(), 1, newId());
    const own = change();
    await tell(own);
    await until('the change', async () => (await changesOf(campaignId))?.length);
    expect(await changesOf(campaignId)).toEqual([own]);
    expect(await changesOf(over)).toEqual([]);
  });

  it('is one of the last fifty that are shown', async () => {
    const campaignId = await begun('5');
    const all = Array.from({ length: 60 }, (_, i) => change({ fields: [`settings.${i}`] }));
    for (const each of all) await tell(each);
    await until('the last change', async () =>
      (await changesOf(campaignId))?.some(({ fields }) => fields.includes('settings.59')),
    );
    await until('fifty changes', async () => (await changesOf(campaignId))?.length === 50);
  });
});
