import { type Payload, newId } from '@carillon/contracts';
import { AccountService, aSender, by, code } from './account-service';

type Member = Record<string, unknown> & { senderId: string };

describe('pools of senders', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (more: Partial<Payload<'sender.create'>>) => {
    const { isOnly: _, ...sender } = aSender(userId);
    return service.messenger.request('sender.create', { ...sender, name: newId(), ...more });
  };
  const pool = (members: Member[], more: Partial<Payload<'sender.create'>> = {}) => ({
    ...{ provider: 'POOL' as const, sealed: {}, secrets: {} },
    settings: { strategy: 'ORDER', members },
    ...more,
  });
  const profile = () => service.messenger.request('account.sending-profile', { userId });
  const fieldsOf = async (refused: Promise<unknown>): Promise<string[]> => {
    const error: unknown = await refused.then(
      () => null,
      (reason: unknown) => reason,
    );
    const { fields = [] } = (error ?? {}) as { fields?: { field: string; code: string }[] };
    return fields.map(({ field, code: flaw }) => `${field} ${flaw}`);
  };

  it('route campaigns to their senders, with the current limits of each', async () => {
    const [one, two] = [await create({ ratePerSecond: 5 }), await create({})];
    const made = await create(
      pool([
        { senderId: two.id, domains: ['gmail.com'] },
        { senderId: one.id, weight: 3 },
      ]),
    );
    const { senders, routes } = await profile();
    const direct = { senderId: one.id, ratePerSecond: 5 };
    expect(senders.find(({ senderId }) => senderId === made.id)).toMatchObject({
      pool: {
        strategy: 'ORDER',
        members: [
          { senderId: two.id, ratePerSecond: null, weight: 1, domains: ['gmail.com'] },
          { ...direct, weight: 3 },
        ],
      },
    });
    expect(routes.EMAIL).toMatchObject(direct);
    await service.messenger.request('sender.make-default', { by, userId, id: made.id });
    expect((await profile()).routes.EMAIL).toMatchObject({ senderId: made.id, pool: { strategy: 'ORDER' } });
  });

  it('consist of different senders of the channel, at least one of them for everyone', async () => {
    const { id: sender } = await create({});
    const { id: another } = await create(pool([{ senderId: sender }]));
    const unknown = newId();
    const refused = (members: Member[], more = {}) => fieldsOf(create(pool(members, more)));
    const field = (n: number) => `settings.members.${n}.senderId`;
    expect(await refused([{ senderId: unknown }])).toEqual([`${field(0)} not_found`]);
    expect(await refused([{ senderId: sender }], { channel: 'SMS' })).toEqual([`${field(0)} not_found`]);
    expect(await refused([{ senderId: another }])).toEqual([`${field(0)} not_allowed`]);
    expect(await refused([{ senderId: sender }, { senderId: sender }])).toEqual([`${field(1)} not_allowed`]);
    expect(await refused([{ senderId: sender, domains: ['x.example'] }])).toEqual([
      'settings.members not_allowed',
    ]);
    expect(await refused([{ senderId: sender }], { ratePerSecond: 5 })).toEqual([
      'ratePerSecond not_allowed',
    ]);
    const other = await service.user();
    const foreign = fieldsOf(create({ ...pool([{ senderId: sender }]), userId: other.id }));
    expect(await foreign).toEqual([`${field(0)} not_found`]);
    const paused = service.messenger.request('sender.update', { by, userId, id: another, isPaused: true });
    expect(await fieldsOf(paused)).toEqual(['isPaused not_allowed']);
  });

  it('keep their senders from being deleted', async () => {
    const [first, spare] = [await create({}), await create({})];
    const made = await create(pool([{ senderId: first.id }, { senderId: spare.id }]));
    const remove = (id: string) => service.messenger.request('sender.delete', { by, userId, id });
    await expect(remove(spare.id)).rejects.toEqual(code('sender_in_use'));
    const settings = { members: [{ senderId: first.id }] };
    await service.messenger.request('sender.update', { by, userId, id: made.id, settings });
    expect(await remove(spare.id)).toEqual({ ids: [spare.id] });
    expect(await remove(made.id)).toEqual({ ids: [made.id] });
  });
});
