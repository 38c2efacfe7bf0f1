import { createVault, parseKeyRing, webhookContext } from '@carillon/vault';
import { newId, webhookEventTypes } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { Receiver } from './receiver';
import { VAULT_KEYS, WebhookService, by, newSecret } from './webhook-service';

const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

describe('ResealSecrets', () => {
  const ring = `${key('k2', 8)},${VAULT_KEYS}`;
  const renewed = createVault(parseKeyRing(ring));
  let service: WebhookService;
  let receiver: Receiver;

  beforeAll(async () => {
    [service, receiver] = await Promise.all([WebhookService.start(), Receiver.start()]);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const staleOf = async (id: string): Promise<boolean[]> => {
    const stored = await service.stored('webhookEndpoints').findOne({ _id: new ObjectId(id) });
    return (stored?.secrets as { sealed: string }[]).map(({ sealed }) => renewed.isStale(sealed));
  };

  it('re-encrypts secrets of an older key at the start and later, despite one that no key decrypts', async () => {
    const userId = newId();
    const lost = { id: newId(), secretId: newId() };
    const gone = createVault(parseKeyRing(key('gone', 9)));
    await service.messenger.request('webhook.create', {
      ...{ by, userId, ...lost, secret: gone.seal('whsec_', webhookContext(lost.id, lost.secretId)) },
      ...{ url: receiver.url, eventTypes: [...webhookEventTypes], batch: false, description: null },
    });
    const before = await service.create(userId, receiver.url);
    await service.shutDown();
    await service.boot({ VAULT_KEYS: ring });
    await eventually(async () => (await staleOf(before.id)).join() === 'false');

    // The gateway still has the previous key.
    const created = await service.create(userId, receiver.url);
    await eventually(async () => (await staleOf(created.id)).join() === 'false');
    const { secret, sealed } = newSecret(created.id);
    await service.messenger.request('webhook.rotate-secret', { by, userId, id: created.id, ...sealed });
    await eventually(async () => (await staleOf(created.id)).join() === 'false,false');

    expect(await staleOf(lost.id)).toEqual([true]);
    receiver.secrets = [secret];
    await service.messenger.request('webhook.test', { by, userId, id: created.id });
    expect([receiver.received.length, receiver.refused]).toEqual([1, []]);
  });
});
