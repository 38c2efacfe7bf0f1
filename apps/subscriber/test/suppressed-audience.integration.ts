import { type Group, type Payload, type Subscriber, newId } from '@carillon/contracts';
import { someone, eventually } from '@carillon/testing';
import { NoteConsent } from '../src/inbound/note-consent';
import { SuppressedAddresses } from '../src/suppressions/suppressed-addresses';
import { SubscriberService } from './subscriber-service';

const HOUR_MS = 3_600_000;
const LONG_AGO = new Date('2026-03-01T12:00:00.000Z');

describe('an audience with suppressed addresses', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    userId = newId();
    group = await service.group(userId);
  });
  afterAll(() => service.stop());

  const suppress = async ({ channel, address }: Subscriber, by = userId): Promise<string> => {
    const command = { id: newId(), userId: by, channel, address };
    return (await service.messenger.request('suppression.create', { ...command, by: someone })).suppression
      .id;
  };
  const lift = (id: string) =>
    service.messenger.request('suppression.delete', {
      by: someone,
      userId,
      ids: [id],
      confirmConsent: false,
    });
  const remove = ({ id, groupId }: Subscriber) =>
    service.messenger.request('subscriber.delete', { userId, groupId, ids: [id] });
  const receive = (body: string, at: Date, more: Partial<Payload<'message.received'>> = {}) =>
    service.part(NoteConsent).received({
      ...{ userId, senderId: newId(), channel: 'WHATSAPP', address: '+4915112345678', sender: null },
      ...{ body, at: at.toISOString(), providerId: newId() },
      ...more,
    });
  const phone = (n: number, channel: Subscriber['channel'] = 'WHATSAPP') =>
    service.member(group, { channel, address: `+491511234567${n}` });

  describe('as pages for the planner', () => {
    const marked = async (): Promise<string[]> =>
      (await service.audience(group)).flatMap(({ address, suppressed }) => (suppressed ? [address] : []));

    it('marks suppressed members, and none of another channel or user', async () => {
      const [ada, bob] = [await service.member(group), await service.member(group)];
      const [sms, whatsapp] = [await phone(1, 'SMS'), await phone(1)];
      expect(await marked()).toEqual([]);
      await suppress(bob, newId());
      await suppress(ada);
      await suppress(sms);
      expect(await marked()).toEqual([ada.address, sms.address]);
      const members = await service.audience(group);
      expect(members.map(({ subscriberId }) => subscriberId)).toEqual(
        [ada, bob, sms, whatsapp].map(({ id }) => id),
      );
    });

    it('does not mark members whose suppression was lifted, or who sent START', async () => {
      const ada = await service.member(group);
      await lift(await suppress(ada));
      const person = await phone(1);
      await receive('STOP', LONG_AGO, { address: person.address });
      expect(await marked()).toEqual([person.address]);
      await receive('START', new Date(), { address: person.address });
      expect(await marked()).toEqual([]);
    });

    it('marks members who are added again, to any group', async () => {
      const ada = await service.member(group);
      await suppress(ada);
      await remove(ada);
      await service.member(group, { address: ada.address });
      const other = await service.group(userId);
      await service.member(other, { address: ada.address });
      expect(await marked()).toEqual([ada.address]);
      expect(await service.audience(other)).toMatchObject([{ address: ada.address, suppressed: true }]);
    });

    it('marks all suppressed members of a page of a thousand', async () => {
      const people: Subscriber[] = [];
      for (let tens = 0; tens < 100; tens++)
        people.push(...(await Promise.all(Array.from({ length: 10 }, () => service.member(group)))));
      const some = people.filter((_, n) => n % 7 === 0);
      await service.messenger.publish('address.refused', {
        ...{ userId, channel: 'EMAIL', cause: 'BOUNCED', sender: null, at: LONG_AGO.toISOString() },
        addresses: some.map(({ address }) => address),
      });
      await suppressedAtLast(some.length);
      expect((await marked()).sort()).toEqual(some.map(({ address }) => address).sort());
    });

    const suppressedAtLast = (count: number): Promise<void> =>
      eventually(async () => (await marked()).length === count);
  });

  describe('as recipients to exclude', () => {
    const check = async (recipients: Subscriber[], since = new Date(), channel = recipients[0]?.channel) => {
      const { excluded, inServiceWindow } = await service.messenger.request('audience.excluded', {
        ...{ userId, channel: channel ?? 'EMAIL', since: since.toISOString() },
        recipients: recipients.map(({ id, address }) => ({ subscriberId: id, address })),
      });
      return { excluded: excluded.map(({ index, reason }) => `${index} ${reason}`), inServiceWindow };
    };
    const excluded = async (...question: Parameters<typeof check>) => (await check(...question)).excluded;

    it('contains recipients suppressed in the meantime, by their position', async () => {
      const people = [await service.member(group), await service.member(group), await service.member(group)];
      const [, second] = people;
      expect(await excluded(people)).toEqual([]);
      if (second) await suppress(second);
      expect(await excluded(people)).toEqual(['1 SUPPRESSED']);
    });

    it('distinguishes suppressed from removed recipients, with suppression first', async () => {
      const people = [await service.member(group), await service.member(group), await service.member(group)];
      const [first, second, third] = people;
      if (!first || !second || !third) throw new Error('expected people');
      await remove(first);
      await remove(second);
      await suppress(second);
      await suppress(third);
      expect(await excluded(people)).toEqual(['0 UNSUBSCRIBED', '1 SUPPRESSED', '2 SUPPRESSED']);
    });

    it('omits recipients whose suppression was lifted again', async () => {
      const ada = await service.member(group);
      await lift(await suppress(ada));
      expect(await excluded([ada])).toEqual([]);
    });

    it('is complete even if the clock of the caller is half a minute ahead', async () => {
      const ada = await service.member(group);
      await suppress(ada);
      expect(await excluded([ada], new Date(Date.now() + 30_000))).toEqual(['0 SUPPRESSED']);
    });

    it('contains recipients who are suppressed while their page is read', async () => {
      const [ada, bob] = [await service.member(group), await service.member(group)];
      await suppress(bob);
      const suppressed = service.part(SuppressedAddresses);
      const among = suppressed.among.bind(suppressed);
      jest.spyOn(suppressed, 'among').mockImplementationOnce(async (...page) => {
        const found = await among(...page);
        await suppress(ada);
        return found;
      });
      const readAt = new Date();
      const marked = (await service.audience(group)).filter((member) => member.suppressed);
      expect(marked.map(({ address }) => address)).toEqual([bob.address]);
      expect(await excluded([ada], readAt)).toEqual(['0 SUPPRESSED']);
    });

    it('contains recipients whose STOP has a time hours in the past', async () => {
      const person = await phone(1);
      await receive('STOP', new Date(Date.now() - 5 * HOUR_MS), { address: person.address });
      expect(await excluded([person])).toEqual(['0 SUPPRESSED']);
    });

    it('contains recipients suppressed long before and again in the meantime', async () => {
      const ada = await service.member(group);
      await lift(await suppress(ada));
      await service.stored('suppressions').updateMany({ address: ada.address }, { $set: { at: LONG_AGO } });
      await suppress(ada);
      expect(await excluded([ada])).toEqual(['0 SUPPRESSED']);
    });

    it('covers suppressions months ago, for a campaign that is sent again', async () => {
      const [ada, bob] = [await service.member(group), await service.member(group)];
      await suppress(bob);
      await service.stored('suppressions').updateMany({ address: bob.address }, { $set: { at: LONG_AGO } });
      expect(await excluded([ada, bob], LONG_AGO)).toEqual(['1 SUPPRESSED']);
    });

    it('marks recipients with an open WhatsApp service window, which any message opens for a day', async () => {
      const people = [await phone(1), await phone(2), await phone(3), await phone(4)];
      const [first, second, third] = people.map(({ address }) => address);
      const now = Date.now();
      await receive('Hello', new Date(now - HOUR_MS), { address: first ?? '' });
      await receive('Hello', new Date(now - 23.99 * HOUR_MS), { address: second ?? '' });
      await receive('Yes please', new Date(now - 22 * HOUR_MS), { address: third ?? '' });
      await receive('', new Date(now - 30 * HOUR_MS), { address: third ?? '' });
      expect(await check(people)).toEqual({ excluded: [], inServiceWindow: [0, 2] });
    });

    it('marks no service window for SMS, nor those of other users', async () => {
      const [whatsapp, sms] = [await phone(1), await phone(1, 'SMS')];
      await receive('Hello', new Date(), { channel: 'SMS', address: sms.address });
      await receive('Hello', new Date(), { userId: newId(), address: whatsapp.address });
      expect((await check([whatsapp])).inServiceWindow).toEqual([]);
      expect((await check([sms])).inServiceWindow).toEqual([]);
    });
  });
});
