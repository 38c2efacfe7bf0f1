import { AppError, type Lease, type OpenSender } from '@carillon/contracts';
import { RecordingProvider } from '@carillon/testing/providers';
import { Surroundings, aLease, aSender, userId, vault, workLeaseWith } from '../../test/surroundings';
import { type ProviderResult, UnusableSender } from '../provider';
import type { WorkLease } from './work-lease';

const sent: ProviderResult = { kind: 'sent' };

describe('the preparation of a lease', () => {
  let around: Surroundings;
  let provider: RecordingProvider<ProviderResult>;
  beforeEach(() => {
    jest.useFakeTimers();
    around = new Surroundings();
  });
  afterEach(() => jest.useRealTimers());

  function worker(): WorkLease {
    provider = new RecordingProvider(() => sent);
    return workLeaseWith(around, provider);
  }
  const work = (by: WorkLease, lease: Lease) =>
    by.workOn({ lease, askedAt: performance.now() }, new AbortController().signal);

  it('sends nothing while the sender is paused, and fails no recipient', async () => {
    around.sender = () => ({ ...aSender(), isPaused: true });
    await work(worker(), aLease(3));
    expect(provider.sends).toEqual([]);
    expect(around.published).toMatchObject([
      { sent: [], outcomes: [], done: true, providerDown: { reason: 'SENDER_PAUSED' } },
    ]);
  });

  it('fetches sender and content once for many leases', async () => {
    const by = worker();
    for (let n = 0; n < 3; n++) await work(by, aLease(2));
    expect(around.requested).toEqual(['sender.open', 'dispatch.content']);
    expect(provider.compiled).toBe(1);
  });

  it('opens the credentials', async () => {
    around.sender = () => aSender({ password: vault.seal('s3cret', 'sender:default:password') });
    const by = worker();
    const compile = jest.spyOn(provider, 'compile');
    await work(by, aLease(1));
    expect(compile.mock.calls[0]).toEqual([
      expect.objectContaining({ content: expect.objectContaining({ subject: 'Hello' }) as unknown }),
      {
        ...{ id: 'default', userId, provider: 'SMTP', version: '1' },
        ...{ settings: {}, secrets: { password: 's3cret' } },
      },
      {},
    ]);
  });

  it.each<[string, () => OpenSender, string]>([
    [
      'is deleted',
      () => {
        throw new AppError('integration_not_found');
      },
      'INTEGRATION_NOT_FOUND',
    ],
    [
      'has credentials sealed for another sender',
      () => aSender({ password: vault.seal('x', 'sender:other:password') }),
      'CREDENTIALS_UNREADABLE',
    ],
    [
      'has credentials sealed with an unknown key',
      () => aSender({ password: 'v1.k9.AAAA.BBBB' }),
      'CREDENTIALS_UNREADABLE',
    ],
  ])('fails no recipient when the sender %s', async (_, sender, reason) => {
    around.sender = sender;
    await work(worker(), aLease(3));
    expect(provider.sends).toEqual([]);
    expect(around.published).toMatchObject([
      { sent: [], outcomes: [], done: true, providerDown: { reason } },
    ]);
  });

  it('fails no recipient when the channel cannot use these settings', async () => {
    const by = worker();
    jest.spyOn(provider, 'compile').mockImplementation(() => {
      throw new UnusableSender('SETTINGS_INVALID', 'No host');
    });
    await work(by, aLease(3));
    expect(around.published).toMatchObject([
      { done: true, providerDown: { reason: 'SETTINGS_INVALID', providerCode: null, detail: 'No host' } },
    ]);
  });

  it('waits for the account service, then continues', async () => {
    let asked = 0;
    around.sender = () => {
      if (++asked < 4) throw new AppError('service_unavailable');
      return aSender();
    };
    const done = work(worker(), aLease(2));
    await jest.advanceTimersByTimeAsync(5_000);
    await done;
    expect(around.sent).toEqual([0, 1]);
  });

  it('gives the lease back when the account service stays unavailable', async () => {
    around.sender = () => {
      throw new AppError('service_unavailable');
    };
    const done = work(worker(), aLease(2));
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(around.published).toMatchObject([{ sent: [], outcomes: [], done: true, providerDown: null }]);
  });

  it('fails the recipients, to be retried later, when the content breaks the worker', async () => {
    const by = worker();
    jest.spyOn(provider, 'compile').mockImplementation(() => {
      throw new Error('A bug');
    });
    await work(by, aLease(2));
    const failure = { kind: 'failed', reason: 'WORKER_ERROR', permanent: false };
    expect(around.published).toMatchObject([
      {
        outcomes: [
          { i: 0, ...failure },
          { i: 1, ...failure },
        ],
        done: true,
      },
    ]);
  });
});
