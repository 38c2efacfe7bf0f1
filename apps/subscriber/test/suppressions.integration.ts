import { type Payload, type Suppression, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ReceiveMessage } from '../src/inbound/receive-message';
import { DeleteSuppressions } from '../src/suppressions/delete-suppressions';
import { NoteRefusals } from '../src/suppressions/note-refusals';
import type { Standing } from '../src/suppressions/standing';
import { Suppressions } from '../src/suppressions/suppressions';
import { SubscriberService, code } from './subscriber-service';

const NUMBER = '+4915112345678';
const time = (second: number): string => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString();

describe('suppressions', () => {
  let service: SubscriberService;
  let userId: string;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.stop());

  const all = { channel: null, reason: null, address: null, after: null, limit: 1000 };
  const list = async (more: Partial<Payload<'suppression.list'>> = {}): Promise<Suppression[]> =>
    (await service.messenger.request('suppression.list', { userId, ...all, ...more })).items;
  const create = (address: string, channel: Suppression['channel'] = 'EMAIL', id = newId()) =>
    service.messenger.request('suppression.create', { id, userId, channel, address });
  const unsubscribe = (address: string, second = 1) =>
    service.messenger.request('suppression.unsubscribe', {
      userId,
      address,
      campaignId: null,
      at: time(second),
    });
  const remove = async (ids: string[], confirmConsent = false, by = userId) =>
    (await service.messenger.request('suppression.delete', { userId: by, ids, confirmConsent })).ids;
  const message = (body: string, second: number): Payload<'message.received'> => ({
    userId,
    integrationId: newId(),
    channel: 'SMS',
    address: NUMBER,
    sender: '+15005550006',
    body,
    at: time(second),
    providerId: `SM${second}`,
  });
  const refusal = (addresses: string[]): Payload<'address.refused'> => ({
    userId,
    channel: 'EMAIL',
    addresses,
    cause: 'BOUNCED',
    sender: null,
    at: time(1),
  });
  /** Worked in when it resolves, which an event is at some time. */
  const receive = (body: string, second: number, more: Partial<Payload<'message.received'>> = {}) =>
    service.part(ReceiveMessage).execute({ ...message(body, second), ...more });
  const refuse = (addresses: string[], more: Partial<Payload<'address.refused'>> = {}) =>
    service.part(NoteRefusals).execute({ ...refusal(addresses), ...more });
  describe('that the user makes', () => {
    it('are MANUAL, and there until they are deleted', async () => {
      const id = newId();
      const { suppression, created } = await create('ada@mail.test', 'EMAIL', id);
      expect(suppression).toEqual({
        id,
        userId,
        channel: 'EMAIL',
        address: 'ada@mail.test',
        sender: null,
        reason: 'MANUAL',
        createdAt: expect.stringMatching(/Z$/) as string,
      });
      expect([created, await list()]).toEqual([true, [suppression]]);
      expect(await remove([id])).toEqual([id]);
      expect(await list()).toEqual([]);
    });

    it('are made once, however often the command comes and whoever else asks', async () => {
      const id = newId();
      const answers = await Promise.all([1, 2, 3].map(() => create('ada@mail.test', 'EMAIL', id)));
      expect(answers).toEqual(answers.map(() => ({ suppression: answers[0]?.suppression, created: true })));
      const again = await create('ada@mail.test');
      expect(again).toEqual({ suppression: answers[0]?.suppression, created: false });
      expect(await list()).toHaveLength(1);
    });

    it('show what is there already, and outlast a START', async () => {
      await receive('Stop', 1);
      const { suppression, created } = await create(NUMBER, 'SMS');
      expect([suppression.reason, suppression.sender, created]).toEqual(['STOPPED', '+15005550006', false]);
      await receive('START', 2);
      expect((await list({ address: NUMBER })).map(({ reason }) => reason)).toEqual(['MANUAL']);
    });

    it('may be made again under the same id after they were deleted', async () => {
      const { suppression } = await create('ada@mail.test');
      await remove([suppression.id]);
      const again = await create('ada@mail.test');
      expect(again).toMatchObject({ created: true, suppression: { id: suppression.id, reason: 'MANUAL' } });
    });

    it('are one a channel: the same number may be written to by another', async () => {
      await create(NUMBER, 'SMS');
      await create(NUMBER, 'WHATSAPP');
      expect((await list({ address: NUMBER })).map(({ channel }) => channel)).toEqual(['SMS', 'WHATSAPP']);
    });
  });

  describe('that a person or a provider brings about', () => {
    it('come of an unsubscription, as often as one likes', async () => {
      const wish = { userId, address: 'ada@mail.test', campaignId: newId(), at: time(3) };
      for (const at of [time(3), time(3), time(4)])
        await service.messenger.request('suppression.unsubscribe', { ...wish, at });
      expect(await list()).toMatchObject([{ channel: 'EMAIL', reason: 'UNSUBSCRIBED', createdAt: time(3) }]);
    });

    it('come of events, too', async () => {
      const wish = { userId, address: 'ada@mail.test', campaignId: null, at: time(3) };
      await service.messenger.publish('address.unsubscribed', wish);
      await service.messenger.publish('address.refused', refusal(['bob@mail.test']));
      await service.messenger.publish('message.received', message('STOP', 1));
      await eventually(async () => (await list()).length === 3);
      expect((await list()).map(({ reason }) => reason).sort()).toEqual([
        'BOUNCED',
        'STOPPED',
        'UNSUBSCRIBED',
      ]);
    });

    it('come of bounces, all that are told of at once', async () => {
      const addresses = Array.from({ length: 50 }, (_, n) => `person${n}@mail.test`);
      await refuse(addresses);
      expect((await list()).map(({ address }) => address).sort()).toEqual(addresses.sort());
    });

    it('come of a provider that was told to stop', async () => {
      await refuse([NUMBER], { channel: 'SMS', cause: 'STOPPED', sender: '+15005550006' });
      expect(await list()).toMatchObject([{ channel: 'SMS', reason: 'STOPPED', sender: '+15005550006' }]);
    });

    it('come of a STOP by the channel that it was written on, and go with a START on it', async () => {
      await receive('stopall', 1, { channel: 'WHATSAPP' });
      await receive('STOP', 1);
      expect(await list({ reason: 'STOPPED' })).toHaveLength(2);
      await receive(' unstop ', 2);
      expect(await list()).toMatchObject([{ channel: 'WHATSAPP' }]);
    });

    it('do not come back with a message that the provider sends once more, at whatever time', async () => {
      const repeats = [3, 4, 5].map((second) => receive('STOP', second, { providerId: 'SM1' }));
      await Promise.all([receive('STOP', 1), receive('STOP', 2, { providerId: 'SM1' })]);
      await receive('START', 12);
      await Promise.all(repeats);
      await receive('STOP', 13, { providerId: 'SM1' });
      expect(await list()).toEqual([]);
    });

    it('do not come of any other message', async () => {
      for (const body of ['please stop', 'STOP it', 'no', '']) await receive(body, 1);
      expect(await list()).toEqual([]);
    });

    it('are what the last word says, whatever the order and however often it arrives', async () => {
      const words = [1, 2, 3, 4, 5].flatMap((second) => [second, second]);
      const spoken = words.map((second) => ({ second, body: second % 2 ? 'STOP' : 'START' }));
      const people = Array.from({ length: 10 }, (_, n) => `${NUMBER}${n}`);
      for (const address of people) {
        const order = spoken.toSorted(() => Math.random() - 0.5);
        await Promise.all(order.map(({ body, second }) => receive(body, second, { address })));
        await receive('START', 6, { address: `${address}0` });
        await Promise.all(order.map(({ body, second }) => receive(body, second, { address: `${address}0` })));
      }
      expect((await list()).map(({ address }) => address).sort()).toEqual(people);
    });

    it('keep all causes when several come at once, and show the strongest', async () => {
      const address = `${newId()}@mail.test`;
      await Promise.all([
        create(address),
        unsubscribe(address),
        refuse([address]),
        refuse([address], { cause: 'STOPPED' }),
        ...Array.from({ length: 5 }, (_, n) => unsubscribe(address, 2 + n)),
      ]);
      expect(await list({ address })).toMatchObject([{ reason: 'UNSUBSCRIBED' }]);
      const stored = await service.stored('suppressions').findOne<Pick<Standing, 'causes'>>({ address });
      const causes = stored?.causes.map(({ reason }) => reason) ?? [];
      expect(causes.sort()).toEqual(['BOUNCED', 'MANUAL', 'STOPPED', 'UNSUBSCRIBED']);
    });
  });

  describe('that are listed', () => {
    it('come oldest first, page by page, with each filter', async () => {
      const created: Suppression[] = [];
      for (let n = 0; n < 5; n++) created.push((await create(`person${n}@mail.test`)).suppression);
      created.push((await create(NUMBER, 'SMS')).suppression);
      await unsubscribe('person1@mail.test');
      created.splice(1, 1, ...(await list()).slice(1, 2));
      const page = async (after: string | null) =>
        service.messenger.request('suppression.list', { userId, ...all, after, limit: 4 });
      const first = await page(null);
      const second = await page(first.next);
      expect([...first.items, ...second.items]).toEqual(created);
      expect([first.next, second.next]).toEqual([created[3]?.id, null]);
      expect(await list({ reason: 'UNSUBSCRIBED' })).toEqual([created[1]]);
      expect(await list({ reason: 'MANUAL', channel: 'SMS' })).toEqual([created[5]]);
      expect(await list({ address: 'person3@mail.test' })).toEqual([created[3]]);
      expect(await list({ address: 'person3@mail.test', reason: 'BOUNCED' })).toEqual([]);
      expect(await list({ channel: 'WHATSAPP' })).toEqual([]);
    });

    it('are the user’s own', async () => {
      const { suppression } = await create('ada@mail.test');
      expect(await list({ userId: newId() })).toEqual([]);
      expect(await remove([suppression.id], true, newId())).toEqual([]);
      expect(await list()).toEqual([suppression]);
    });
  });

  describe('that are deleted', () => {
    it('are answered in the order asked, each once, the others left out', async () => {
      const [a, b, c] = [
        await create('a@mail.test'),
        await create('b@mail.test'),
        await create('c@mail.test'),
      ];
      const ids = [c, a].map(({ suppression }) => suppression.id);
      expect(await remove([ids[0] ?? '', 'nonsense', newId(), ...ids])).toEqual(ids);
      expect(await list()).toEqual([b.suppression]);
      expect(await remove(ids)).toEqual([]);
    });

    it('stay all as they are when one of them is a person’s wish and that is not confirmed', async () => {
      const { suppression } = await create('ada@mail.test');
      await unsubscribe('bob@mail.test');
      const before = await list();
      const ids = before.map(({ id }) => id);
      await expect(remove(ids)).rejects.toEqual(code('suppression_by_recipient'));
      expect(await list()).toEqual(before);
      expect(await remove([suppression.id])).toEqual([suppression.id]);
      expect(await remove(ids, true)).toEqual(ids.slice(1));
      expect(await list()).toEqual([]);
    });

    it('need the confirmation also where the person’s wish is not what is shown last', async () => {
      await refuse(['ada@mail.test'], { cause: 'STOPPED' });
      const { suppression } = await create('ada@mail.test');
      await expect(remove([suppression.id])).rejects.toEqual(code('suppression_by_recipient'));
    });

    it('do not come back with a redelivery of what had brought them about, and do with a new word', async () => {
      const address = NUMBER;
      await receive('STOP', 3);
      await refuse([address], { channel: 'SMS' });
      const [{ id } = { id: '' }] = await list({ address });
      expect(await remove([id], true)).toEqual([id]);
      await receive('STOP', 3);
      await receive('STOP', 1);
      await refuse([address], { channel: 'SMS' });
      expect(await list({ address })).toEqual([]);
      await receive('STOP', 4);
      expect(await list({ address })).toMatchObject([{ id, reason: 'STOPPED', createdAt: time(4) }]);
    });

    it('are deleted once: a redelivery answers as the first time, and spares what came since', async () => {
      const { suppression } = await create('ada@mail.test');
      const { id } = suppression;
      const deletion = service.part(DeleteSuppressions);
      const message = newId();
      const command = { userId, ids: [id], confirmConsent: false };
      expect(await deletion.execute(command, message)).toEqual({ ids: [id] });
      await unsubscribe('ada@mail.test');
      expect(await deletion.execute(command, message)).toEqual({ ids: [id] });
      expect(await list()).toMatchObject([{ id, reason: 'UNSUBSCRIBED' }]);
    });

    it('leave the wish of a person who was faster than the deletion that had not seen it', async () => {
      const { suppression } = await create('ada@mail.test');
      const suppressions = service.part(Suppressions);
      const known = suppressions.known.bind(suppressions);
      jest.spyOn(suppressions, 'known').mockImplementationOnce(async (...asked) => {
        const before = await known(...asked);
        await unsubscribe('ada@mail.test');
        return before;
      });
      expect(await remove([suppression.id])).toEqual([suppression.id]);
      expect(await list()).toMatchObject([{ id: suppression.id, reason: 'UNSUBSCRIBED' }]);
    });

    it('may be a thousand at once', async () => {
      const addresses = Array.from({ length: 1000 }, (_, n) => `person${n}@mail.test`);
      await refuse(addresses);
      const ids = (await list()).map(({ id }) => id);
      expect(await remove(ids)).toEqual(ids);
      expect(await list()).toEqual([]);
    });
  });
});
