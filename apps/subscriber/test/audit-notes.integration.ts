import { type AuditNote, type By, type Payload, newId } from '@carillon/contracts';
import { OtherServices, eventually } from '@carillon/testing';
import { withTrace } from '@carillon/messaging';
import { ObjectId } from 'mongodb';
import { EditSuppressions } from '../src/suppressions/edit-suppressions';
import { Importing } from './importing';
import { SubscriberService } from './subscriber-service';
import { NUMBER, Suppressing, time } from './suppressing';

const by: By = { role: 'user', keyId: newId() };

describe('changes of suppressions and files by a key', () => {
  let service: SubscriberService;
  let account: OtherServices;
  let user: Suppressing;
  const noted: AuditNote[] = [];
  beforeAll(async () => {
    service = await SubscriberService.start();
    account = await OtherServices.on(service.broker);
    await account.hear('account.events', {
      'audit.noted': (note: Payload<'audit.noted'>) => noted.push(note),
    });
  });
  beforeEach(() => {
    user = new Suppressing(service);
  });
  afterAll(async () => {
    await account.close();
    await service.stop();
  });

  const notes = async (userId: string, count: number): Promise<AuditNote[]> => {
    const ofUser = () => noted.filter((note) => note.userId === userId);
    await eventually(() => ofUser().length >= count);
    return ofUser();
  };
  const history = (address: string, channel: 'EMAIL' | 'SMS' = 'EMAIL') =>
    service.messenger.request('suppression.history', { userId: user.userId, channel, address });
  const lift = (ids: string[], reason?: string) =>
    service.messenger.request('suppression.delete', {
      ...{ userId: user.userId, ids, confirmConsent: true, by },
      ...(reason !== undefined && { reason }),
    });

  it('are stored with the address: who lifted which cause, when, and why', async () => {
    await user.unsubscribe('ada@mail.test', 1, newId());
    await user.refuse(['ada@mail.test']);
    const [{ id } = { id: '' }] = await user.list();
    await lift([id], 'She wrote to us');
    expect(await user.list()).toEqual([]);
    const { causes, lifted } = await history('ada@mail.test');
    expect(causes).toEqual([]);
    expect(lifted.map(({ reason }) => reason).sort()).toEqual(['BOUNCED', 'UNSUBSCRIBED']);
    for (const { liftedBy } of lifted) expect(liftedBy).toEqual({ type: 'KEY', by, why: 'She wrote to us' });
    const unsubscribed = lifted.find(({ reason }) => reason === 'UNSUBSCRIBED');
    expect(unsubscribed).toMatchObject({
      createdAt: time(1),
      source: expect.stringMatching(/^campaign /) as string,
    });
    expect(Math.abs(Date.parse(lifted[0]?.liftedAt ?? '') - Date.now())).toBeLessThan(60_000);
    await user.unsubscribe('ada@mail.test', 2);
    expect(await history('ada@mail.test')).toMatchObject({ causes: [{ reason: 'UNSUBSCRIBED' }], lifted });
    expect(await history('nobody@mail.test')).toMatchObject({ causes: [], lifted: [] });
  });

  it('are distinguished from a START of the person', async () => {
    await user.receive('STOP', 1);
    await user.receive('START', 2);
    expect(await history(NUMBER, 'SMS')).toMatchObject({
      causes: [],
      lifted: [
        {
          reason: 'STOPPED',
          source: 'message SM1',
          liftedAt: time(2),
          liftedBy: { type: 'RECIPIENT', source: 'message SM2' },
        },
      ],
    });
  });

  it('are recorded in the audit trail once, by IDs only', async () => {
    const id = newId();
    const address = { userId: user.userId, channel: 'EMAIL', address: 'ada@mail.test' } as const;
    const create = () => service.messenger.request('suppression.create', { id, ...address, by });
    await withTrace({ requestId: 'req-1' }, create);
    await create();
    const deletion = service.part(EditSuppressions);
    const command = {
      userId: user.userId,
      ids: [id, newId()],
      confirmConsent: false,
      by,
      reason: 'Ada asked',
    };
    for (let n = 0; n < 2; n++) await deletion.delete(command, 'message');
    const found = await notes(user.userId, 2);
    expect(found.map(({ action, target, by: key }) => [action, target.id, key])).toEqual([
      ['suppression.created', id, by],
      ['suppression.lifted', id, by],
    ]);
    expect(found[0]?.requestId).toBe('req-1');
    expect(JSON.stringify(found)).not.toMatch(/ada/i);
    const announced = { _id: new ObjectId(id), notes: [] };
    await eventually(async () => (await service.stored('suppressions').findOne(announced)) !== null);
  });

  it('are published after a crash right after the change', async () => {
    const { suppression } = await user.create('ada@mail.test');
    await notes(user.userId, 1);
    const note = { ...noted.at(-1), id: newId(), userId: user.userId };
    await service.shutDown();
    await service
      .stored('suppressions')
      .updateOne({ address: 'ada@mail.test' }, { $push: { notes: note as never } });
    await service.boot();
    expect((await notes(user.userId, 2)).map(({ id }) => id)).toContain(note.id);
    expect(suppression.address).toBe('ada@mail.test');
  });

  it('include the start and the end of an import, with its counts', async () => {
    const group = await service.group(user.userId);
    const importing = new Importing(service, user.userId, group);
    const keyId = newId();
    const lines = ['integration,identifier', 'email,ada@mail.test', 'email,nobody'];
    const job = await importing.upload(`${lines.join('\r\n')}\r\n`, { keyId });
    await importing.finished(job);
    const [started, ended] = await notes(user.userId, 2);
    const target = { type: 'import', id: job.id, name: null };
    expect(started).toMatchObject({ action: 'import.started', target, by: { role: 'user', keyId } });
    expect(ended).toMatchObject({ action: 'import.ended', target, by: { role: 'user', keyId } });
    const facts = Object.fromEntries(ended?.changes.map(({ field, after }) => [field, after]) ?? []);
    expect(facts).toMatchObject({ group: group.id, state: 'DONE', created: 1, rejected: 1 });
  });
});
