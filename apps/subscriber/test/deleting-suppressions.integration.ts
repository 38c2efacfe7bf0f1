import { someone } from '@carillon/testing/someone';
import { newId } from '@carillon/contracts';
import { EditSuppressions } from '../src/suppressions/edit-suppressions';
import { Suppressions } from '../src/suppressions/suppressions';
import { SubscriberService, code } from './subscriber-service';
import { NUMBER, Suppressing, time } from './suppressing';

describe('deleted suppressions', () => {
  let service: SubscriberService;
  let user: Suppressing;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    user = new Suppressing(service);
  });
  afterAll(() => service.stop());

  it('are returned once in the requested order, without unknown IDs', async () => {
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

  it('remain if one of them is a person’s request and the deletion is not confirmed', async () => {
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

  it('require the confirmation also if the person’s request is not the displayed reason', async () => {
    await user.refuse(['ada@mail.test'], { cause: 'STOPPED' });
    const { suppression } = await user.create('ada@mail.test');
    await expect(user.remove([suppression.id])).rejects.toEqual(code('suppression_by_recipient'));
  });

  it('do not return with a redelivered report, but do with a new message', async () => {
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

  it('are deleted once: a redelivery gets the same reply, and spares later suppressions', async () => {
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

  it('do not include a request that the person made during the deletion', async () => {
    const { suppression } = await user.create('ada@mail.test');
    const suppressions = service.part(Suppressions);
    const histories = suppressions.histories.bind(suppressions);
    jest.spyOn(suppressions, 'histories').mockImplementationOnce(async (...args) => {
      const before = await histories(...args);
      await user.unsubscribe('ada@mail.test');
      return before;
    });
    expect(await user.remove([suppression.id])).toEqual([suppression.id]);
    expect(await user.list()).toMatchObject([{ id: suppression.id, reason: 'UNSUBSCRIBED' }]);
  });

  it('can be a thousand in one request', async () => {
    const addresses = Array.from({ length: 1000 }, (_, n) => `person${n}@mail.test`);
    await user.refuse(addresses);
    const ids = (await user.list()).map(({ id }) => id);
    expect(await user.remove(ids)).toEqual(ids);
    expect(await user.list()).toEqual([]);
  });
});
