import { type Reply, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import type { Eligibility } from '../src/suppressions/eligibility';
import { SubscriberService } from './subscriber-service';
import { NUMBER, Suppressing, time } from './suppressing';

/** Seconds. */
const DAY = 86_400;

describe('suppressions by recipients and providers', () => {
  let service: SubscriberService;
  let user: Suppressing;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    user = new Suppressing(service);
  });
  afterAll(() => service.stop());

  it('result from an unsubscribe request, also if it is repeated', async () => {
    for (const second of [3, 3, 4]) await user.unsubscribe('ada@mail.test', second, newId());
    expect(await user.list()).toMatchObject([
      { channel: 'EMAIL', reason: 'UNSUBSCRIBED', createdAt: time(3) },
    ]);
  });

  it('result from events', async () => {
    const wish = { userId: user.userId, address: 'ada@mail.test', campaignId: null, at: time(3) };
    await service.messenger.publish('address.unsubscribed', wish);
    await service.messenger.publish('address.refused', user.refusal(['bob@mail.test']));
    await service.messenger.publish('message.received', user.message('STOP', 1));
    await eventually(async () => (await user.list()).length === 3);
    expect((await user.list()).map(({ reason }) => reason).sort()).toEqual([
      'BOUNCED',
      'STOPPED',
      'UNSUBSCRIBED',
    ]);
  });

  it('result from bounces, all reported at once', async () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `person${n}@mail.test`);
    await user.refuse(addresses);
    expect((await user.list()).map(({ address }) => address).sort()).toEqual(addresses.sort());
  });

  it('result from the third refusal of unknown cause within thirty days', async () => {
    const address = 'perhaps@mail.test';
    const doubt = (second: number) => user.doubt([address], time(second));
    await doubt(1);
    await doubt(1);
    await doubt(60);
    await doubt(DAY);
    expect(await user.list({ address })).toEqual([]);
    await doubt(2 * DAY);
    expect(await user.list({ address })).toMatchObject([{ reason: 'BOUNCED' }]);
  });

  it('do not result from refusals with a delivered email in between', async () => {
    const address = 'here@mail.test';
    const delivery = (sentAt: number, more: object): Reply<'person.deliveries'>['items'][number] => ({
      ...{
        id: newId(),
        campaignId: newId(),
        channel: 'EMAIL',
        address,
        subscriberId: newId(),
        state: 'SENT',
      },
      ...{ reason: null, providerCode: null, providerId: null, attempts: 1, segments: null },
      ...{
        createdAt: time(sentAt),
        updatedAt: time(sentAt),
        sentAt: time(sentAt),
        deliveredAt: null,
        readAt: null,
        nextTryAt: null,
      },
      ...{ variables: {}, ...more },
    });
    // One email bounced, one can still bounce, and one is from another time.
    const silent = [delivery(DAY, { feedback: 'BOUNCED' }), delivery(9 * DAY, {}), delivery(-9 * DAY, {})];
    service.deliveries.set(address, [...silent, delivery(3 * DAY, {})]);
    for (const day of [0, 2, 10]) await user.doubt([address], time(day * DAY));
    expect(await user.list({ address })).toEqual([]);
    service.deliveries.set(address, silent);
    await user.doubt([address], time(11 * DAY));
    await user.doubt([address], time(12 * DAY));
    expect(await user.list({ address })).toMatchObject([{ reason: 'BOUNCED' }]);
  });

  it('result from complaints, and from the fifth campaign with a temporary bounce', async () => {
    const { userId } = user;
    const mail = (
      address: string,
      cause: 'BOUNCED_FOR_NOW' | 'COMPLAINED',
      second: number,
      campaignId = newId(),
    ) => ({ userId, channel: 'EMAIL' as const, address, cause, campaignId, at: time(second) });
    const publish = (...returned: Parameters<typeof mail>) =>
      service.messenger.publish('address.returned', mail(...returned));
    const [once, often] = [newId(), 'full@mail.test'];
    for (const second of [1, 2, 3, 4, 5, 6]) await publish('away@mail.test', 'BOUNCED_FOR_NOW', second, once);
    for (const second of [1, 2, 3, 4]) await publish(often, 'BOUNCED_FOR_NOW', second);
    await publish('angry@mail.test', 'COMPLAINED', 7);
    await eventually(async () => (await user.list()).length === 1);
    expect(await user.list()).toMatchObject([
      { address: 'angry@mail.test', reason: 'COMPLAINED', createdAt: time(7) },
    ]);
    await publish(often, 'BOUNCED_FOR_NOW', 5);
    await eventually(async () => (await user.list({ address: often })).length === 1);
    expect(await user.list({ address: often })).toMatchObject([{ reason: 'BOUNCED', createdAt: time(5) }]);
    await user.remove((await user.list({ address: often })).map(({ id }) => id));
    await user.comeBack(mail(often, 'BOUNCED_FOR_NOW', 6));
    expect(await user.list({ address: often })).toEqual([]);
  });

  it('result from a STOP that the provider handled', async () => {
    await user.refuse([NUMBER], { channel: 'SMS', cause: 'STOPPED', sender: '+15005550006' });
    expect(await user.list()).toMatchObject([{ channel: 'SMS', reason: 'STOPPED', sender: '+15005550006' }]);
  });

  it('result from a STOP on its channel, and end with a START on that channel', async () => {
    await user.receive('stopall', 1, { channel: 'WHATSAPP' });
    await user.receive('STOP', 1);
    expect(await user.list({ reason: 'STOPPED' })).toHaveLength(2);
    await user.receive(' unstop ', 2);
    expect(await user.list()).toMatchObject([{ channel: 'WHATSAPP' }]);
  });

  it('do not return when the provider repeats a message with another time', async () => {
    const repeats = [3, 4, 5].map((second) => user.receive('STOP', second, { providerId: 'SM1' }));
    await Promise.all([user.receive('STOP', 1), user.receive('STOP', 2, { providerId: 'SM1' })]);
    await user.receive('START', 12);
    await Promise.all(repeats);
    await user.receive('STOP', 13, { providerId: 'SM1' });
    expect(await user.list()).toEqual([]);
  });

  it('do not result from other messages', async () => {
    for (const body of ['When do you open?', 'no', '']) await user.receive(body, 1);
    expect(await user.list()).toEqual([]);
  });

  it('follow the latest keyword, regardless of order and repetition', async () => {
    const seconds = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5];
    const keywords = seconds.map((second) => ({ second, body: second % 2 ? 'STOP' : 'START' }));
    const people = keywords.map((_, n) => `${NUMBER}${n}`);
    for (const [n, address] of people.entries()) {
      const turned = [...keywords.slice(n), ...keywords.slice(0, n)];
      const order = n % 2 ? turned.toReversed() : turned;
      await Promise.all(order.map(({ body, second }) => user.receive(body, second, { address })));
      const other = { address: `${address}0` };
      await user.receive('START', 6, other);
      await Promise.all(order.map(({ body, second }) => user.receive(body, second, other)));
    }
    expect((await user.list()).map(({ address }) => address).sort()).toEqual(people);
  });

  it('keep all causes of concurrent reports, and show the strongest', async () => {
    const address = `${newId()}@mail.test`;
    await Promise.all([
      user.create(address),
      user.unsubscribe(address),
      user.refuse([address]),
      user.refuse([address], { cause: 'STOPPED' }),
      ...Array.from({ length: 5 }, (_, n) => user.unsubscribe(address, 2 + n)),
    ]);
    expect(await user.list({ address })).toMatchObject([{ reason: 'UNSUBSCRIBED' }]);
    const stored = await service.stored('suppressions').findOne<Pick<Eligibility, 'causes'>>({ address });
    const causes = stored?.causes.map(({ reason }) => reason) ?? [];
    expect(causes.sort()).toEqual(['BOUNCED', 'MANUAL', 'STOPPED', 'UNSUBSCRIBED']);
  });
});
