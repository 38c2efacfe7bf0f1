import { newId } from '@carillon/contracts';
import { Fixture, members, until } from './fixture';

jest.setTimeout(90_000);

describe('a campaign with chosen senders', () => {
  const [usual, named] = [newId(), newId()];
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    const route = { ratePerSecond: null, maxConnections: null };
    fixture.profile = {
      ...fixture.profile,
      routes: { ...fixture.profile.routes, EMAIL: { senderId: usual, ...route } },
      senders: [usual, named].map((senderId) => ({ channel: 'EMAIL', senderId, ...route })),
    };
  });
  afterAll(() => fixture.close());

  const planned = async (campaignId: string) => {
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    const dispatch = await fixture.dispatch(campaignId);
    return (dispatch?.routes as { EMAIL: { senderId: string } | null }).EMAIL?.senderId ?? null;
  };

  it('uses them, while other campaigns use the default senders', async () => {
    const one = await fixture.publish([members(3, 'one')], { senders: { EMAIL: named } });
    expect(await planned(one)).toBe(named);
    expect(await planned(await fixture.publish([members(3, 'other')]))).toBe(usual);
  });

  it('uses no sender if the chosen one was deleted before planning', async () => {
    const campaignId = await fixture.publish([members(3, 'gone')], { senders: { EMAIL: newId() } });
    expect(await planned(campaignId)).toBeNull();
    expect((await fixture.report(campaignId)).states).toMatchObject({ SKIPPED: 3 });
  });
});
