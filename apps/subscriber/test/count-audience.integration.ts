import { someone } from '@carillon/testing/someone';
import { type Channel, type Group, eachChannel, newId } from '@carillon/contracts';
import { SubscriberService } from './subscriber-service';

describe('counting an audience', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  let other: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    userId = newId();
    [group, other] = [await service.group(userId), await service.group(userId)];
  });
  afterAll(() => service.stop());

  const count = async (...groups: Pick<Group, 'id'>[]): Promise<Record<Channel, number[]>> => {
    const groupIds = groups.map(({ id }) => id);
    const counts = await service.messenger.request('audience.count', { userId, groupIds });
    return eachChannel((channel) => {
      const { members, distinct, suppressed } = counts[channel];
      return [members, distinct, suppressed];
    });
  };
  const suppress = (address: string, channel: Channel = 'EMAIL', by = userId) =>
    service.messenger.request('suppression.create', {
      by: someone,
      id: newId(),
      userId: by,
      channel,
      address,
    });
  const none = [0, 0, 0];

  it('counts members by channel, and an address in several groups once', async () => {
    const ada = await service.member(group);
    await service.member(group);
    await service.member(other, { address: ada.address });
    await service.member(group, { channel: 'SMS', address: '+4915112345678' });
    await service.member(other, { channel: 'WHATSAPP', address: '+4915112345678' });
    expect(await count(group)).toEqual({ EMAIL: [2, 2, 0], SMS: [1, 1, 0], WHATSAPP: none });
    expect(await count(group, other)).toEqual({ EMAIL: [3, 2, 0], SMS: [1, 1, 0], WHATSAPP: [1, 1, 0] });
  });

  it('counts each address once that is suppressed on this channel for this user', async () => {
    const [ada, bob] = [await service.member(group), await service.member(group)];
    await service.member(other, { address: ada.address });
    const phone = { channel: 'SMS' as const, address: '+4915112345678' };
    await service.member(group, phone);
    await service.member(group, { ...phone, channel: 'WHATSAPP' });
    await suppress(ada.address);
    await suppress(phone.address, 'SMS');
    await suppress(bob.address, 'EMAIL', newId());
    await suppress('nobody@mail.test');
    const { suppression } = await suppress(bob.address);
    const all = { EMAIL: [3, 2, 2], SMS: [1, 1, 1], WHATSAPP: [1, 1, 0] };
    expect(await count(group, other)).toEqual(all);
    await service.messenger.request('suppression.delete', {
      by: someone,
      ...{ userId, ids: [suppression.id], confirmConsent: false },
    });
    expect(await count(group, other)).toEqual({ ...all, EMAIL: [3, 2, 1] });
  });

  it('matches the planner', async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `${(n * 37) % 40}@mail.test`);
    for (const [n, address] of addresses.entries()) {
      const to = n % 2 === 0 ? group : other;
      await service.member(to, { address }).catch(() => null);
      if (n % 7 === 0) await suppress(address);
    }
    const planned = [...(await service.audience(group)), ...(await service.audience(other))];
    const distinct = new Set(planned.map(({ address }) => address)).size;
    const suppressed = new Set(planned.flatMap((each) => (each.suppressed ? [each.address] : []))).size;
    expect((await count(group, other)).EMAIL).toEqual([planned.length, distinct, suppressed]);
  });

  it('counts an address of someone who paused all messages like a suppressed one', async () => {
    const [ada, bob] = [await service.member(group), await service.member(group)];
    await service.member(other, { address: ada.address });
    await suppress(bob.address);
    await service.messenger.request('preferences.save', {
      ...{ userId, address: ada.address, campaignId: newId(), at: new Date().toISOString() },
      ...{ leave: [], join: [], turnOff: [], turnOn: [] },
      snoozeUntil: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(await count(group, other)).toEqual({ EMAIL: [3, 2, 2], SMS: none, WHATSAPP: none });
  });

  it("counts nothing of groups that are deleted, unknown, or another user's", async () => {
    await service.member(group);
    await service.member(other);
    const foreign = await service.group(newId());
    await service.member(foreign);
    await service.messenger.request('group.delete', { userId, id: other.id });
    const counts = { EMAIL: [1, 1, 0], SMS: none, WHATSAPP: none };
    expect(await count(group, other, foreign, { id: newId() })).toEqual(counts);
    expect(await count(other)).toEqual({ ...counts, EMAIL: none });
  });

  it('counts once for concurrent requests', async () => {
    await service.member(group);
    const answers = await Promise.all(Array.from({ length: 20 }, () => count(group)));
    for (const { EMAIL } of answers) expect(EMAIL).toEqual([1, 1, 0]);
  });
});
