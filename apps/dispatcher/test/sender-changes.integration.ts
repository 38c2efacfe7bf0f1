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
  const publish = async (changed: SenderChange, times = 1, userId = fixture.userId): Promise<void> => {
    const event = { id: newId(), userId, ...changed };
    for (let i = 0; i < times; i++) await fixture.others.messenger.publish('sender.edited', event);
  };
  const begun = async (prefix: string): Promise<string> => {
    const campaignId = await fixture.publish([members(3, prefix)]);
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    return campaignId;
  };
  const changesOf = async (campaignId: string) => (await fixture.report(campaignId)).senderChanges;

  it('appears once in the report of each campaign that uses the sender', async () => {
    const campaigns = [await begun('1'), await begun('2')];
    await fixture.publishEvent('paused', campaigns[1] ?? '', 3);
    const [first, second] = [change(), change({ fields: ['settings.fromAddress'] })];
    await publish(first, 3);
    await until('the first change', async () => (await changesOf(campaigns[0] ?? ''))?.length === 1);
    await publish(second);
    for (const campaign of campaigns) {
      await until('the second change', async () => (await changesOf(campaign))?.length === 2);
      expect(await changesOf(campaign)).toEqual([first, second]);
    }
  });

  it('does not appear for another sender, another user, or an ended campaign', async () => {
    const over = await begun('3');
    await fixture.publishEvent('cancelled', over, 3);
    await until('the end', async () => (await fixture.report(over)).states.CANCELLED === 3);
    const campaignId = await begun('4');
    await publish(change({ senderId: newId() }));
    await publish(change(), 1, newId());
    const own = change();
    await publish(own);
    await until('the change', async () => (await changesOf(campaignId))?.length);
    expect(await changesOf(campaignId)).toEqual([own]);
    expect(await changesOf(over)).toEqual([]);
  });

  it('appears if it is one of the last fifty', async () => {
    const campaignId = await begun('5');
    const all = Array.from({ length: 60 }, (_, i) => change({ fields: [`settings.${i}`] }));
    for (const each of all) await publish(each);
    await until('the last change', async () =>
      (await changesOf(campaignId))?.some(({ fields }) => fields.includes('settings.59')),
    );
    await until('fifty changes', async () => (await changesOf(campaignId))?.length === 50);
  });
});
