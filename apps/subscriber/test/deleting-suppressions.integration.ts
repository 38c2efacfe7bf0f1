import { someone } from '@carillon/testing/someone';
import { newId } from '@carillon/contracts';
import { EditSuppressions } from '../src/suppressions/edit-suppressions';
import { Suppressions } from '../src/suppressions/suppressions';
import { SubscriberService, code } from './subscriber-service';
import { NUMBER, Suppressing, time } from './suppressing';

describe('suppressions that are deleted', () => {
  let service: SubscriberService;
  let user: Suppressing;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    user = new Suppressing(service);
  });
  afterAll(() => service.stop());

  it('are answered in the order asked, each once, the others left out', async () => {
    const [a, b, c] = [
      await user.create('a@mail.test'),
      await user.create('b@mail.test'),
      await user.create('c@mail.test'),
    ];
    const ids = [c, a].map(({ suppression }) => suppression.id);
    expect(await user.remove([ids[0] ?? '', 'nonsense', newId(), ...ids])).toEqual(ids);
    expect(await user.list()).toEqual([b.suppression]);
    expect(await user.remove(ids)).toEqual([]);
  });

  it('stay all as they are when one of them is a person’s wish and that is not confirmed', async () => {
    const { suppression } = await user.create('ada@mail.test');
    await user.unsubscribe('bob@mail.test');
    const before = await user.list();
    const ids = before.map(({ id }) => id);
    await expect(user.remove(ids)).rejects.toEqual(code('suppression_by_recipient'));
    expect(await user.list()).toEqual(before);
    expect(await user.remove([suppression.id])).toEqual([suppression.id]);
    expect(await user.remove(ids, true)).toEqual(ids.slice(1));
    expect(await user.list()).toEqual([]);
  });

  it('need the confirmation also where the person’s wish is not what is shown last', async () => {
    await user.refuse(['ada@mail.test'], { cause: 'STOPPED' });
    const { suppression } = await user.create('ada@mail.test');
    await expect(user.remove([suppression.id])).rejects.toEqual(code('suppression_by_recipient'));
  });

  it('do not come back with a redelivery of what had brought them about, and do with a new word', async () => {
    const address = NUMBER;
    await user.receive('STOP', 3);
    await user.refuse([address], { channel: 'SMS' });
    const [{ id } = { id: '' }] = await user.list({ address });
    expect(await user.remove([id], true)).toEqual([id]);
    await user.receive('STOP', 3);
    await user.receive('STOP', 1);
    await user.refuse([address], { channel: 'SMS' });
    expect(await user.list({ address })).toEqual([]);
    await user.receive('STOP', 4);
    expect(await user.list({ address })).toMatchObject([{ id, reason: 'STOPPED', createdAt: time(4) }]);
  });

  it('are deleted once: a redelivery answers as the first time, and spares what came since', async () => {
    const { suppression } = await user.create('ada@mail.test');
    const { id } = suppression;
    const deletion = service.part(EditSuppressions);
    const message = newId();
    const command = { userId: user.userId, ids: [id], confirmConsent: false };
    expect(await deletion.delete({ ...command, by: someone }, message)).toEqual({ ids: [id] });
    await user.unsubscribe('ada@mail.test');
    expect(await deletion.delete({ ...command, by: someone }, message)).toEqual({ ids: [id] });
    expect(await user.list()).toMatchObject([{ id, reason: 'UNSUBSCRIBED' }]);
  });

  it('leave the wish of a person who was faster than the deletion that had not seen it', async () => {
    const { suppression } = await user.create('ada@mail.test');
    const suppressions = service.part(Suppressions);
    const known = suppressions.known.bind(suppressions);
    jest.spyOn(suppressions, 'known').mockImplementationOnce(async (...asked) => {
      const before = await known(...asked);
      await user.unsubscribe('ada@mail.test');
      return before;
    });
    expect(await user.remove([suppression.id])).toEqual([suppression.id]);
    expect(await user.list()).toMatchObject([{ id: suppression.id, reason: 'UNSUBSCRIBED' }]);
  });

  it('may be a thousand at once', async () => {
    const addresses = Array.from({ length: 1000 }, (_, n) => `person${n}@mail.test`);
    await user.refuse(addresses);
    const ids = (await user.list()).map(({ id }) => id);
    expect(await user.remove(ids)).toEqual(ids);
    expect(await user.list()).toEqual([]);
  });
});
