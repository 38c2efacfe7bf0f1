import type { INestApplicationContext } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { startTask } from '@carillon/platform';
import { createVault, parseKeyRing } from '@carillon/vault';
import { newId } from '@carillon/contracts';
import { ResealSigningKeys } from '../src/domains';
import { ResealSenders } from '../src/senders';
import { Senders } from '../src/senders/senders';
import { ResealSecondFactors } from '../src/members';
import { ResealModule } from '../src/commands/reseal';
import { AccountService, by } from './account-service';

const ring = (...ids: number[]): string =>
  ids.map((id) => `k${id}:${Buffer.alloc(32, id).toString('base64')}`).join(',');
const vaultOf = (...ids: number[]) => createVault(parseKeyRing(ring(...ids)));
const settings = { host: 'mail.test', port: 587, security: 'tls', username: 'a', fromAddress: 'a@mail.test' };

describe('re-encrypting secrets', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start({ VAULT_KEYS: ring(1) });
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  /** A sender whose password was encrypted with this key. */
  async function integrate(key: number, password: string): Promise<string> {
    const id = newId();
    const sealed = { password: vaultOf(key).seal(password, `sender:${id}:password`) };
    const sender = {
      by,
      id,
      userId,
      channel: 'EMAIL' as const,
      provider: 'SMTP' as const,
      name: `Ours ${id}`,
      settings,
      sealed,
    };
    await service.messenger.request('sender.create', {
      ...sender,
      ...{ secrets: { password: '…' }, ratePerSecond: null },
    });
    return id;
  }

  async function inTask<T>(
    VAULT_KEYS: string,
    work: (task: INestApplicationContext) => Promise<T>,
  ): Promise<T> {
    const environment = {
      ...{ VAULT_KEYS, ERASURE_KEYS: VAULT_KEYS, AMQP_URL: 'amqp://127.0.0.1:1', LOG_LEVEL: 'silent' },
      ...{ MONGO_URL: service.database.mongoUrl, DATABASE_PREFIX: `${service.database.name}_` },
    };
    const task = await startTask('account', [{ module: ResealModule }], environment);
    try {
      return await work(task);
    } finally {
      await task.close();
    }
  }

  function reseal(
    VAULT_KEYS: string,
    prepare: (senders: Senders) => void = () => undefined,
  ): Promise<object> {
    return inTask(VAULT_KEYS, (task) => {
      prepare(task.get(Senders, { strict: false }));
      return task.get(ResealSenders, { strict: false }).resealAll();
    });
  }

  const sealedOf = async (id: string): Promise<string> => {
    const stored = await service.documents('senders');
    const found = stored.find(({ _id }) => String(_id) === id) as
      { sealed: { password: string } } | undefined;
    return found?.sealed.password ?? '';
  };

  it('leaves no secret that an old key opens, and changes nothing when repeated', async () => {
    const old = await integrate(1, 'first secret');
    ({ id: userId } = await service.user());
    const recent = await integrate(2, 'second secret');
    const asItWas = await sealedOf(recent);
    expect(await reseal(ring(2, 1))).toEqual({ resealed: 1, all: 2 });
    const onlyNew = vaultOf(2);
    expect(onlyNew.open(await sealedOf(old), `sender:${old}:password`)).toBe('first secret');
    expect(await sealedOf(recent)).toBe(asItWas);
    expect(await reseal(ring(2))).toEqual({ resealed: 0, all: 2 });
  });

  it('includes second factors', async () => {
    const _id = new ObjectId();
    const context = `login:${_id.toHexString()}:second-factor`;
    const logins = service.db.collection('logins');
    const secondFactor = { sealed: vaultOf(1).seal('confirmed', context), step: 7 };
    const unconfirmedFactor = vaultOf(1).seal('begun', context);
    await logins.insertOne({ _id, email: 'ada@mail.test', secondFactor, unconfirmedFactor });
    const resealFactors = () =>
      inTask(ring(2, 1), (task) => task.get(ResealSecondFactors, { strict: false }).resealAll());
    expect(await resealFactors()).toEqual({ resealed: 1, all: 1 });
    const after = (await logins.findOne({ _id })) as unknown as {
      secondFactor: typeof secondFactor;
      unconfirmedFactor: string;
    };
    expect(vaultOf(2).open(after.secondFactor.sealed, context)).toBe('confirmed');
    expect(after.secondFactor.step).toBe(7);
    expect(vaultOf(2).open(after.unconfirmedFactor, context)).toBe('begun');
    expect(await resealFactors()).toEqual({ resealed: 0, all: 1 });
  });

  it('includes the private keys of domains', async () => {
    const id = newId();
    await service.messenger.request('domain.create', { by, userId, id, domain: 'shop.example' });
    const keys = async () => {
      const [stored] = await service.documents('domains');
      return (stored?.keys ?? []) as { id: ObjectId; sealed: string }[];
    };
    const open = (vault: ReturnType<typeof vaultOf>, all: { id: ObjectId; sealed: string }[]) =>
      all.map((key) => vault.open(key.sealed, `signing-key:${key.id.toHexString()}`));
    const before = open(vaultOf(1), await keys());
    expect(before).toHaveLength(2);
    const resealKeys = () =>
      inTask(ring(2, 1), (task) => task.get(ResealSigningKeys, { strict: false }).resealAll());
    expect(await resealKeys()).toEqual({ resealed: 1, all: 1 });
    expect(open(vaultOf(2), await keys())).toEqual(before);
    expect(await resealKeys()).toEqual({ resealed: 0, all: 1 });
  });

  it('starts again with a sender that is edited at the same time', async () => {
    const id = await integrate(1, 'secret');
    const results: boolean[] = [];
    const editFirst = (senders: Senders): void => {
      const replaceSealed = senders.replaceSealed.bind(senders);
      jest.spyOn(senders, 'replaceSealed').mockImplementation(async (...change) => {
        if (results.length === 0)
          await service.messenger.request('sender.update', { by, userId, id, name: 'Edited' });
        const replaced = await replaceSealed(...change);
        results.push(replaced);
        return replaced;
      });
    };
    expect(await reseal(ring(2, 1), editFirst)).toMatchObject({ resealed: 1 });
    expect(results).toEqual([false, true]);
    expect(vaultOf(2).open(await sealedOf(id), `sender:${id}:password`)).toBe('secret');
    expect(await service.messenger.request('sender.get', { userId, id })).toMatchObject({
      name: 'Edited',
    });
  });

  it('changes no secrets that it cannot open', async () => {
    const id = await integrate(1, 'secret');
    const before = await sealedOf(id);
    await expect(reseal(ring(3))).rejects.toThrow('not in the key ring');
    expect(await sealedOf(id)).toBe(before);
  });
});
