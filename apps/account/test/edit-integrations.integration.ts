import { ObjectId } from 'mongodb';
import { type Payload, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, aTwilioSender, aSender, code, by } from './account-service';

const isText: unknown = expect.any(String);

describe('editing a sender', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (sender = aSender(userId)) => service.messenger.request('sender.create', sender);
  const get = (id: string) => service.messenger.request('sender.get', { userId, id });
  const open = (id: string) => service.messenger.request('sender.open', { userId, id });

  it('requires the settings that every mail server needs', async () => {
    const { settings, ...rest } = aSender(userId);
    const sender = { ...rest, settings: { ...settings, host: null } };
    await expect(create(sender)).rejects.toEqual(code('validation_failed'));
    const { id } = await create();
    const change = { by, userId, id, settings: { fromAddress: null } };
    await expect(service.messenger.request('sender.update', change)).rejects.toMatchObject({
      fields: [{ field: 'settings.fromAddress', code: 'required' }],
    });
  });

  it('switches between a number and a messaging service, and never accepts both', async () => {
    const { id } = await create(aTwilioSender(userId, 'SMS'));
    const change = (settings: Record<string, unknown>) =>
      service.messenger.request('sender.update', { by, userId, id, settings });
    const messagingServiceSid = `MG${'1'.repeat(32)}`;
    await expect(change({ messagingServiceSid })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'settings.messagingServiceSid', code: 'not_allowed' }],
    });
    await expect(change({ from: null })).rejects.toMatchObject({
      fields: [{ field: 'settings.from', code: 'required' }],
    });
    expect((await change({ messagingServiceSid, from: null })).settings).toEqual({
      accountSid: `AC${'0'.repeat(32)}`,
      messagingServiceSid,
    });
    expect((await change({ messagingServiceSid: null, from: 'Choir' })).settings).toEqual({
      accountSid: `AC${'0'.repeat(32)}`,
      from: 'Choir',
    });
  });

  it('accepts an API key with its secret, and removes the secret with the key', async () => {
    const { id } = await create(aTwilioSender(userId, 'WHATSAPP'));
    const settings = { apiKeySid: `SK${'1'.repeat(32)}` };
    const keyed = { by, userId, id, settings };
    await expect(service.messenger.request('sender.update', keyed)).rejects.toMatchObject({
      fields: [{ field: 'settings.apiKeySecret', code: 'required' }],
    });
    const secret = { sealed: { apiKeySecret: 'v2.k1.key' }, secrets: { apiKeySecret: '…cret' } };
    const changed = await service.messenger.request('sender.update', { ...keyed, ...secret });
    expect(changed.secrets).toEqual({ authToken: '…oken', apiKeySecret: '…cret' });
    expect((await open(id)).sealed).toEqual({ authToken: 'v2.k1.sealed', apiKeySecret: 'v2.k1.key' });
    const removed = { by, userId, id, settings: { apiKeySid: null } };
    expect((await service.messenger.request('sender.update', removed)).secrets).toEqual({
      authToken: '…oken',
    });
    expect((await open(id)).sealed).toEqual({ authToken: 'v2.k1.sealed' });
  });

  it('changes the given fields and the version', async () => {
    const { id } = await create();
    const before = await open(id);
    const settings = { fromAddress: 'bob@mail.test', replyTo: 'ada@mail.test', fromName: null };
    const updated = await service.messenger.request('sender.update', { by, userId, id, settings });
    expect(updated.settings).toEqual({
      ...before.settings,
      fromAddress: 'bob@mail.test',
      replyTo: 'ada@mail.test',
      fromName: undefined,
    });
    const after = await open(id);
    expect(after.settings).toEqual(updated.settings);
    expect(after.version).not.toBe(before.version);
    expect(after.sealed).toEqual(before.sealed);
    await eventually(() => service.broadcasts.includes(`sender.changed ${id}`));
  });

  it('applies all of several concurrent changes', async () => {
    const { id } = await create();
    const settings = ['fromName', 'replyTo', 'bounceAddress', 'postalAddress'].map((name) => ({
      [name]: name,
    }));
    await Promise.all(
      settings.map((each) => service.messenger.request('sender.update', { by, userId, id, settings: each })),
    );
    expect((await get(id)).settings).toMatchObject(Object.assign({}, ...settings) as object);
  });

  it('is published to the dispatchers, with the names of changed fields but without values', async () => {
    const { id } = await create();
    const byKey = { role: 'user', keyId: newId() } as const;
    const edits = () => service.edited.filter(({ senderId }) => senderId === id);
    const update = (change: Partial<Payload<'sender.update'>>) =>
      service.messenger.request('sender.update', { by: byKey, userId, id, ...change });
    await update({ name: 'Another name', ratePerSecond: 5 });
    const secret = { sealed: { password: 'v2.k1.other' }, secrets: { password: '…ther' } };
    await update({ settings: { host: 'elsewhere.test' }, ...secret });
    await eventually(() => edits().length > 0);
    await update({ settings: { fromAddress: 'eve@elsewhere.test' } });
    await eventually(() => edits().length > 1);
    const which = { senderId: id, userId, channel: 'EMAIL', by: byKey };
    expect(edits()).toEqual([
      { ...which, id: isText, at: isText, fields: ['settings.host', 'settings.password'] },
      { ...which, id: isText, at: isText, fields: ['settings.fromAddress'] },
    ]);
    expect(JSON.stringify(edits())).not.toMatch(/elsewhere|v2\.k1/);
    await eventually(async () => {
      const [stored] = (await service.documents('senders')).filter(({ _id }) => String(_id) === id);
      return (stored?.pending as unknown[]).length === 0;
    });
  });

  it('is published even if the process ends before', async () => {
    const { id } = await create();
    await service.shutDown();
    const edit = { id: newId(), at: new Date(), fields: ['settings.host'], by };
    const senders = service.database.of('account').collection<{ pending: object[] }>('senders');
    await senders.updateOne({ _id: new ObjectId(id) }, { $set: { pending: [edit] } });
    await service.boot();
    await eventually(() => service.edited.some(({ senderId }) => senderId === id));
  });
});
