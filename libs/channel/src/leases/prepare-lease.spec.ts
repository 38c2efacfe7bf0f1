import { AppError, type Lease, type OpenIntegration } from '@carillon/contracts';
import { RecordingProvider } from '@carillon/testing';
import { Surroundings, aLease, anIntegration, userId, vault, workLeaseWith } from '../../test/surroundings';
import { type ProviderResult, UnusableIntegration } from '../provider';
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

  it('fetches integration and content once for many leases', async () => {
    const by = worker();
    for (let n = 0; n < 3; n++) await work(by, aLease(2));
    expect(around.requested).toEqual(['integration.open', 'dispatch.content']);
    expect(provider.compiled).toBe(1);
  });

  it('opens the credentials', async () => {
    around.integration = () =>
      anIntegration({ password: vault.seal('s3cret', 'integration:default:password') });
    const by = worker();
    const compile = jest.spyOn(provider, 'compile');
    await work(by, aLease(1));
    expect(compile.mock.calls[0]).toEqual([
      expect.objectContaining({
        content: expect.objectContaining({ subject: 'Hello' }) as unknown,
      }),
      { id: 'default', userId, version: '1', settings: {}, secrets: { password: 's3cret' } },
    ]);
  });

  it.each<[string, () => OpenIntegration, string]>([
    [
      'is gone',
      () => {
        throw new AppError('integration_not_found');
      },
      'INTEGRATION_NOT_FOUND',
    ],
    [
      'was sealed for another one',
      () => anIntegration({ password: vault.seal('x', 'integration:other:password') }),
      'CREDENTIALS_UNREADABLE',
    ],
    [
      'was sealed with no key of ours',
      () => anIntegration({ password: 'v1.k9.AAAA.BBBB' }),
      'CREDENTIALS_UNREADABLE',
    ],
  ])('fails no recipient when the integration %s', async (_, integration, reason) => {
    around.integration = integration;
    await work(worker(), aLease(3));
    expect(provider.sends).toEqual([]);
    expect(around.published).toMatchObject([
      { sent: [], outcomes: [], done: true, providerDown: { reason } },
    ]);
  });

  it('fails no recipient when the channel cannot use these settings', async () => {
    const by = worker();
    jest.spyOn(provider, 'compile').mockImplementation(() => {
      throw new UnusableIntegration('SETTINGS_INVALID', 'No host');
    });
    await work(by, aLease(3));
    expect(around.published).toMatchObject([
      { done: true, providerDown: { reason: 'SETTINGS_INVALID', providerCode: null, detail: 'No host' } },
    ]);
  });

  it('waits for the account service, then continues', async () => {
    let asked = 0;
    around.integration = () => {
      if (++asked < 4) throw new AppError('service_unavailable');
      return anIntegration();
    };
    const done = work(worker(), aLease(2));
    await jest.advanceTimersByTimeAsync(5_000);
    await done;
    expect(around.sent).toEqual([0, 1]);
  });

  it('gives the lease back when the account service stays unavailable', async () => {
    around.integration = () => {
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
