import { type Suppression, newId } from '@carillon/contracts';
import { SubscriberService } from './subscriber-service';
import { NUMBER, Suppressing } from './suppressing';

const missing = { code: 'suppression_not_found' };

describe('suppressions', () => {
  let service: SubscriberService;
  let user: Suppressing;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    user = new Suppressing(service);
  });
  afterAll(() => service.stop());

  describe('created by the user', () => {
    it('are MANUAL, and last until they are deleted', async () => {
      const id = newId();
      const { suppression, created } = await user.create('ada@mail.test', 'EMAIL', id);
      expect(suppression).toEqual({
        id,
        userId: user.userId,
        channel: 'EMAIL',
        address: 'ada@mail.test',
        sender: null,
        reason: 'MANUAL',
        createdAt: expect.stringMatching(/Z$/) as string,
      });
      expect([created, await user.list(), await user.get(id)]).toEqual([true, [suppression], suppression]);
      await expect(new Suppressing(service).get(id)).rejects.toMatchObject(missing);
      expect(await user.remove([id])).toEqual([id]);
      expect(await user.list()).toEqual([]);
      await expect(user.get(id)).rejects.toMatchObject(missing);
    });

    it('are created once for repeated and concurrent commands', async () => {
      const id = newId();
      const answers = await Promise.all([1, 2, 3].map(() => user.create('ada@mail.test', 'EMAIL', id)));
      expect(answers).toEqual(answers.map(() => ({ suppression: answers[0]?.suppression, created: true })));
      const again = await user.create('ada@mail.test');
      expect(again).toEqual({ suppression: answers[0]?.suppression, created: false });
      expect(await user.list()).toHaveLength(1);
    });

    it('return an existing suppression, and outlast a START', async () => {
      await user.receive('Stop', 1);
      const { suppression, created } = await user.create(NUMBER, 'SMS');
      expect([suppression.reason, suppression.sender, created]).toEqual(['STOPPED', '+15005550006', false]);
      await user.receive('START', 2);
      expect((await user.list({ address: NUMBER })).map(({ reason }) => reason)).toEqual(['MANUAL']);
    });

    it('can be created again with the same ID after they were deleted', async () => {
      const { suppression } = await user.create('ada@mail.test');
      await user.remove([suppression.id]);
      const again = await user.create('ada@mail.test');
      expect(again).toMatchObject({ created: true, suppression: { id: suppression.id, reason: 'MANUAL' } });
    });

    it('apply to one channel: the number can receive messages on another one', async () => {
      await user.create(NUMBER, 'SMS');
      await user.create(NUMBER, 'WHATSAPP');
      expect((await user.list({ address: NUMBER })).map(({ channel }) => channel)).toEqual([
        'SMS',
        'WHATSAPP',
      ]);
    });
  });

  describe('in a list', () => {
    it('are returned oldest first, page by page, with each filter', async () => {
      const created: Suppression[] = [];
      for (let n = 0; n < 5; n++) created.push((await user.create(`person${n}@mail.test`)).suppression);
      created.push((await user.create(NUMBER, 'SMS')).suppression);
      await user.unsubscribe('person1@mail.test');
      created.splice(1, 1, ...(await user.list()).slice(1, 2));
      const first = await user.page({ limit: 4 });
      const second = await user.page({ after: first.next, limit: 4 });
      expect([...first.items, ...second.items]).toEqual(created);
      expect([first.next, second.next]).toEqual([created[3]?.id, null]);
      expect(await user.list({ reason: 'UNSUBSCRIBED' })).toEqual([created[1]]);
      expect(await user.list({ reason: 'MANUAL', channel: 'SMS' })).toEqual([created[5]]);
      expect(await user.list({ address: 'person3@mail.test' })).toEqual([created[3]]);
      expect(await user.list({ address: 'person3@mail.test', reason: 'BOUNCED' })).toEqual([]);
      expect(await user.list({ channel: 'WHATSAPP' })).toEqual([]);
    });

    it('belong to the user only', async () => {
      const { suppression } = await user.create('ada@mail.test');
      expect(await user.list({ userId: newId() })).toEqual([]);
      expect(await user.remove([suppression.id], true, newId())).toEqual([]);
      expect(await user.list()).toEqual([suppression]);
    });
  });
});
