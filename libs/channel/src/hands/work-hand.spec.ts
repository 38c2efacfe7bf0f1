import { AppError, type BatchSettled, type Hand, type OpenIntegration } from '@carillon/contracts';
import type { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger, Metrics } from '@carillon/platform';
import { RecordingProvider } from '@carillon/testing';
import { createVault, parseKeyRing } from '@carillon/vault';
import { OpenIntegrations } from '../integrations/open-integrations';
import { CompiledMessages } from '../messages/compiled-messages';
import { type Provider, type ProviderResult, UnusableIntegration } from '../provider';
import { SendMetrics } from '../send-metrics';
import type { ChannelSettings } from '../settings';
import { OpenSettlement } from '../settlements/open-settlement';
import { PrepareHand } from './prepare-hand';
import { SendHand } from './send-hand';
import { WorkHand } from './work-hand';

const VAULT_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const vault = createVault(parseKeyRing(VAULT_KEYS));
const campaignId = '64b7c0ffee64b7c0ffee0001';
const userId = '64b7c0ffee64b7c0ffee0002';
const sent: ProviderResult = { kind: 'sent' };
const down: ProviderResult = { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '535', detail: 'No' };

const settings: ChannelSettings = {
  channel: 'EMAIL',
  hands: 1,
  concurrency: 5,
  settleEveryMs: 500,
  vaultKeys: VAULT_KEYS,
};

const aHand = (size: number, changes: Partial<Hand> = {}): Hand => ({
  batchId: 'b',
  campaignId,
  userId,
  channel: 'EMAIL',
  integrationId: 'default',
  fence: 1,
  leaseMs: 90_000,
  pacePerSecond: null,
  recipients: Array.from({ length: size }, (_, i) => ({
    i,
    address: `${i}@example.org`,
    subscriberId: '64b7c0ffee64b7c0ffee0003',
    variables: {},
  })),
  ...changes,
});

const anIntegration = (sealed: Record<string, string> = {}): OpenIntegration => ({
  id: 'default',
  channel: 'EMAIL',
  version: '1',
  settings: {},
  sealed,
});

/** The dispatcher, the account service and the broker, as far as a hand has to do with them. */
class Surroundings {
  readonly published: BatchSettled[] = [];
  readonly requested: string[] = [];
  brokerIsAway = false;
  integration: () => OpenIntegration = () => anIntegration();

  request(name: string): Promise<unknown> {
    this.requested.push(name);
    if (name === 'integration.open') return Promise.resolve().then(() => this.integration());
    return Promise.resolve({
      campaignId,
      subject: 'Hello',
      emailBody: '',
      whatsappBody: null,
      smsBody: null,
      credits: false,
    });
  }

  publish(_name: string, piece: BatchSettled): Promise<void> {
    if (this.brokerIsAway) return Promise.reject(new AppError('service_unavailable'));
    this.published.push(piece);
    return Promise.resolve();
  }

  get sent(): number[] {
    return this.published.flatMap((piece) => piece.sent);
  }
}

describe('a hand', () => {
  let around: Surroundings;
  let provider: RecordingProvider<ProviderResult>;
  let stop: AbortController;
  beforeEach(() => {
    jest.useFakeTimers();
    around = new Surroundings();
    stop = new AbortController();
  });
  afterEach(() => jest.useRealTimers());

  function worker(answer: ConstructorParameters<typeof RecordingProvider<ProviderResult>>[0]): WorkHand {
    provider = new RecordingProvider(answer);
    const messenger = around as unknown as Messenger;
    const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
    const port = provider as unknown as Provider;
    const log = Logger.create('test', 'silent');
    const integrations = new OpenIntegrations(messenger, server, settings);
    const metrics = new SendMetrics(new Metrics('test'));
    return new WorkHand(
      new OpenSettlement(messenger, 'me', settings, log),
      new PrepareHand(integrations, new CompiledMessages(messenger, port)),
      new SendHand(port, settings, metrics, log),
      log,
    );
  }
  const work = (by: WorkHand, hand: Hand) => by.execute({ hand, askedAt: performance.now() }, stop.signal);
  const takes = (milliseconds: number) => () =>
    new Promise<ProviderResult>((resolve) => setTimeout(() => resolve(sent), milliseconds));
  const ends = () => around.published.filter((piece) => piece.done);

  it('reaches everybody in it once and says so', async () => {
    await work(
      worker(() => sent),
      aHand(200),
    );
    expect(provider.sends.map(({ address }) => address)).toEqual(
      aHand(200).recipients.map(({ address }) => address),
    );
    expect(around.sent.sort((a, b) => a - b)).toEqual(aHand(200).recipients.map(({ i }) => i));
    expect(ends()).toHaveLength(1);
    expect(around.published.at(-1)).toMatchObject({
      batchId: 'b',
      holder: 'me',
      fence: 1,
      done: true,
      providerDown: null,
    });
  });

  it('sends as many at once as its channel allows', async () => {
    const done = work(worker(takes(100)), aHand(20));
    await jest.advanceTimersByTimeAsync(400);
    await done;
    expect(provider.mostAtOnce).toBe(5);
  });

  it('keeps its pace', async () => {
    const from = performance.now();
    const done = work(
      worker(() => sent),
      aHand(5, { pacePerSecond: 2 }),
    );
    await jest.advanceTimersByTimeAsync(2_500);
    await done;
    expect(provider.sends.map(({ at }) => at - from)).toEqual([0, 500, 1_000, 1_500, 2_000]);
  });

  it('asks for content and credentials once for many hands', async () => {
    const by = worker(() => sent);
    for (let n = 0; n < 3; n++) await work(by, aHand(2));
    expect(around.requested).toEqual(['integration.open', 'dispatch.content']);
    expect(provider.compiled).toBe(1);
  });

  it('stops at once and fails nobody when the provider is down', async () => {
    await work(
      worker(({ i }) => (i === 7 ? down : sent)),
      aHand(200),
    );
    expect(provider.sends.length).toBeLessThan(20);
    expect(around.sent).not.toContain(7);
    expect(ends()).toMatchObject([
      { done: true, providerDown: { reason: 'LOGIN_REFUSED', providerCode: '535' } },
    ]);
    expect(around.published.flatMap((piece) => piece.outcomes)).toEqual([]);
  });

  it('gives back what was not started when it is to stop, and waits for the rest', async () => {
    const done = work(worker(takes(1_000)), aHand(200));
    await jest.advanceTimersByTimeAsync(1_500);
    stop.abort();
    await jest.advanceTimersByTimeAsync(1_000);
    await done;
    expect(provider.sends).toHaveLength(10);
    expect(around.sent).toHaveLength(10);
    expect(ends()).toHaveLength(1);
  });

  it('starts nothing that could outlast its lease while nobody hears of it', async () => {
    const by = worker(takes(1_000));
    const from = performance.now();
    const done = work(by, aHand(1_000));
    await jest.advanceTimersByTimeAsync(2_000);
    around.brokerIsAway = true;
    await jest.advanceTimersByTimeAsync(200_000);
    const started = provider.sends.length;
    expect(provider.sends.at(-1)?.at).toBeLessThan(from + 90_000 - 45_000);
    around.brokerIsAway = false;
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(provider.sends).toHaveLength(started);
    expect(around.sent.sort((a, b) => a - b)).toEqual(provider.sends.map((_, i) => i));
    expect(ends()).toHaveLength(1);
  });

  it('calls unknown what a provider did that throws', async () => {
    await work(
      worker(({ i }) => {
        if (i === 1) throw new Error('A bug');
        return sent;
      }),
      aHand(3),
    );
    expect(around.sent).toEqual([0, 2]);
    expect(around.published[0]?.outcomes).toMatchObject([{ i: 1, kind: 'unknown', reason: 'WORKER_ERROR' }]);
  });

  it('gives the provider the opened credentials', async () => {
    around.integration = () =>
      anIntegration({ password: vault.seal('s3cret', 'integration:default:password') });
    const by = worker(() => sent);
    const compile = jest.spyOn(provider, 'compile');
    await work(by, aHand(1));
    expect(compile.mock.calls[0]).toEqual([
      expect.objectContaining({ subject: 'Hello' }),
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
  ])('fails nobody when its integration %s', async (_, integration, reason) => {
    around.integration = integration;
    await work(
      worker(() => sent),
      aHand(3),
    );
    expect(provider.sends).toEqual([]);
    expect(around.published).toMatchObject([
      { sent: [], outcomes: [], done: true, providerDown: { reason } },
    ]);
  });

  it('fails nobody when the channel cannot work with these settings', async () => {
    const by = worker(() => sent);
    jest.spyOn(provider, 'compile').mockImplementation(() => {
      throw new UnusableIntegration('SETTINGS_INVALID', 'No host');
    });
    await work(by, aHand(3));
    expect(around.published).toMatchObject([
      { done: true, providerDown: { reason: 'SETTINGS_INVALID', providerCode: null, detail: 'No host' } },
    ]);
  });

  it('waits for the account service, then goes on', async () => {
    let asked = 0;
    around.integration = () => {
      if (++asked < 4) throw new AppError('service_unavailable');
      return anIntegration();
    };
    const done = work(
      worker(() => sent),
      aHand(2),
    );
    await jest.advanceTimersByTimeAsync(5_000);
    await done;
    expect(around.sent).toEqual([0, 1]);
  });

  it('is given back when the account service stays away', async () => {
    around.integration = () => {
      throw new AppError('service_unavailable');
    };
    const done = work(
      worker(() => sent),
      aHand(2),
    );
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(around.published).toMatchObject([{ sent: [], outcomes: [], done: true, providerDown: null }]);
  });

  it('is tried again later, not at once, when its content breaks the worker', async () => {
    const by = worker(() => sent);
    jest.spyOn(provider, 'compile').mockImplementation(() => {
      throw new Error('A bug');
    });
    await work(by, aHand(2));
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
