import { AppError, type OpenSender } from '@carillon/contracts';
import type { MessagingServer, Messenger } from '@carillon/messaging';
import { ConfigError } from '@carillon/platform';
import { createVault, parseKeyRing } from '@carillon/vault';
import { OpenSenders } from './open-senders';

const VAULT_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;

describe('opened senders', () => {
  let asked: string[];
  let gap: () => void;
  let answer: () => Promise<OpenSender>;
  let senders: OpenSenders;
  const settingsWith = (vaultKeys: string) =>
    ({ channel: 'EMAIL', leases: 1, concurrency: 5, settleEveryMs: 500, vaultKeys }) as const;

  beforeEach(() => {
    jest.useFakeTimers();
    // The cache interprets the time 0 as unset.
    jest.advanceTimersByTime(1);
    asked = [];
    answer = () =>
      Promise.resolve({
        ...{ id: 'default', channel: 'EMAIL', provider: 'SMTP' },
        ...{ version: '1', settings: {}, sealed: {} },
      });
    const messenger = {
      request: (_: string, { userId, id }: { userId: string; id: string }) => {
        asked.push(`${userId}/${id}`);
        return answer();
      },
    } as unknown as Messenger;
    const server = {
      onBroadcastGap: (listener: () => void) => (gap = listener),
    } as unknown as MessagingServer;
    senders = new OpenSenders(messenger, server, settingsWith(VAULT_KEYS));
    senders.onModuleInit();
  });
  afterEach(() => jest.useRealTimers());

  const getAll = async () => {
    for (const [user, id] of [
      ['ann', 'default'],
      ['ben', 'default'],
      ['ann', 'own'],
    ] as const) {
      await senders.get(user, id);
    }
  };

  it('are fetched once for concurrent callers, and separately for each user', async () => {
    await Promise.all([getAll(), getAll(), getAll()]);
    expect(asked.sort()).toEqual(['ann/default', 'ann/own', 'ben/default']);
  });

  it('have the private keys that sign their emails', async () => {
    const key = { domain: 'shop.example', selector: 's1', algorithm: 'ED25519' as const };
    const sealed = createVault(parseKeyRing(VAULT_KEYS)).seal(
      'private',
      'signing-key:6560f0a1b2c3d4e5f6a7b8c9',
    );
    const unsigned = answer;
    answer = async () => ({
      ...(await unsigned()),
      signingKeys: [{ ...key, keyId: '6560f0a1b2c3d4e5f6a7b8c9', sealed }],
    });
    expect((await senders.get('ann', 'own')).signingKeys).toEqual([{ ...key, privateKey: 'private' }]);
    answer = unsigned;
    expect(await senders.get('ann', 'other')).not.toHaveProperty('signingKeys');
  });

  it.each<[string, () => void, string[]]>([
    ['the sender changed', () => senders.forgetSender('own'), ['ann/own']],
    ['the default sender changed', () => senders.forgetSender('default'), ['ann/default', 'ben/default']],
    ['the user changed', () => senders.forgetUser('ann'), ['ann/default', 'ann/own']],
    ['broadcasts may have been missed', () => gap(), ['ann/default', 'ann/own', 'ben/default']],
    [
      'a minute has passed',
      () => jest.advanceTimersByTime(60_001),
      ['ann/default', 'ann/own', 'ben/default'],
    ],
  ])('are fetched again when %s', async (_, happen, expected) => {
    await getAll();
    asked = [];
    happen();
    await getAll();
    expect(asked.sort()).toEqual(expected);
  });

  it('do not cache a fetch that began before a change', async () => {
    const first = senders.get('ann', 'own');
    senders.forgetSender('own');
    await first;
    await senders.get('ann', 'own');
    expect(asked).toEqual(['ann/own', 'ann/own']);
  });

  it('do not cache an error', async () => {
    const granted = answer;
    answer = () => Promise.reject(new AppError('service_unavailable'));
    await expect(senders.get('ann', 'own')).rejects.toMatchObject({ code: 'service_unavailable' });
    answer = granted;
    await expect(senders.get('ann', 'own')).resolves.toMatchObject({ userId: 'ann' });
  });

  it('require a key ring, and report its error without its content', () => {
    const open = () =>
      new OpenSenders(
        {} as unknown as Messenger,
        {} as unknown as MessagingServer,
        settingsWith('k1:hunter2'),
      );
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(/VAULT_KEYS/);
    expect(open).not.toThrow(/hunter2/);
  });
});
