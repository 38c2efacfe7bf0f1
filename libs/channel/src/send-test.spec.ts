import { type Payload, type TestSend, AppError, contentOf } from '@carillon/contracts';
import type { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger, Metrics } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import { RecordingProvider } from '@carillon/testing/providers';
import { aSender, channelSettings, messagesWith, providersWith, userId } from '../test/surroundings';
import { OpenSenders } from './open-senders';
import { type ProviderResult, UnusableSender } from './provider';
import { SendMessage } from './send-message';
import { RefusalPublisher } from './settlements/refusal-publisher';
import { SendAlone } from './send-alone';
import { SendTest } from './send-test';

const testSendId = '64b7c0ffee64b7c0ffee0009';
const testSend: TestSend = {
  testSendId,
  turn: '64b7c0ffee64b7c0ffee000a',
  userId,
  senderId: 'default',
  content: {
    campaignId: testSendId,
    content: contentOf({ subject: 'Hello', bodies: { EMAIL: 'Hi' } }),
    watermark: true,
  },
  recipient: { i: 0, address: 'ann@example.org', subscriberId: testSendId, variables: {} },
};
const failed = { kind: 'failed', reason: 'REFUSED', permanent: false, code: null } as const;

describe('a test send', () => {
  /** All requests and sends, in order. */
  let calls: string[];
  let refusals: Payload<'address.refused'>[];
  let begin: () => Promise<{ granted: boolean }>;
  let answer: () => ProviderResult | Promise<ProviderResult>;
  let provider: RecordingProvider<ProviderResult>;
  let concurrency: number[];
  beforeEach(() => {
    [calls, refusals, concurrency] = [[], [], []];
    begin = () => Promise.resolve({ granted: true });
    answer = () => ({ kind: 'sent' });
    provider = new RecordingProvider<ProviderResult>(() => {
      calls.push('sent');
      return answer();
    });
  });

  const send = (): Promise<string> => {
    const messenger = {
      request: (name: string) => {
        calls.push(name);
        return name === 'test-send.begin' ? begin() : Promise.resolve(aSender());
      },
      publish: (name: string, payload: Payload<'address.refused'>) => {
        calls.push(name);
        refusals.push(payload);
        return Promise.resolve();
      },
    } as unknown as Messenger;
    const server = { onBroadcastGap: () => undefined } as unknown as MessagingServer;
    const counted = Object.assign(provider, {
      begin: (_: unknown, sends: number) => {
        concurrency.push(sends);
        return () => Promise.resolve(void concurrency.push(-sends));
      },
    });
    const providers = providersWith(counted);
    const log = Logger.create('test', 'silent');
    const sendAlone = new SendAlone(
      new OpenSenders(messenger, server, channelSettings),
      providers,
      messagesWith(messenger, providers),
      new SendMessage(providers, channelSettings, new Metrics('test'), log),
      new RefusalPublisher(messenger, new FixedClock(new Date(0))),
    );
    return new SendTest(sendAlone, messenger).send(testSend, 'EMAIL');
  };

  it('is recorded before it is sent to the provider', async () => {
    expect(await send()).toBe('SENT');
    expect(calls).toEqual(['sender.open', 'test-send.begin', 'sent']);
  });

  it('is sent like a message of a lease, under an ID that differs from all delivery IDs', async () => {
    await send();
    expect(provider.sends).toMatchObject([
      {
        address: 'ann@example.org',
        message: 'Hello',
        terms: { deliveryId: `test-send-${testSendId}`, timeoutMs: 13_000, validForMs: 3_600_000 },
      },
    ]);
    expect(concurrency).toEqual([1, -1]);
  });

  it('has an unknown result, and is not sent, if another worker began it', async () => {
    begin = () => Promise.resolve({ granted: false });
    expect(await send()).toBe('UNCONFIRMED');
    expect(provider.sends).toEqual([]);
  });

  it('is not sent when it cannot be recorded', async () => {
    begin = () => Promise.reject(new AppError('timeout'));
    await expect(send()).rejects.toMatchObject({ code: 'timeout' });
    expect(provider.sends).toEqual([]);
  });

  it.each<[string, ProviderResult]>([
    ['FAILED', failed],
    [
      'FAILED',
      { kind: 'throttled', scope: 'provider', reason: 'SERVER_BUSY', retryAfterMs: null, code: '421' },
    ],
    ['FAILED', { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '535', detail: null }],
    ['UNCONFIRMED', { kind: 'unknown', reason: 'SERVER_TIMEOUT', code: null }],
  ])('is %s after the provider’s response %j', async (state, result) => {
    answer = () => result;
    expect(await send()).toBe(state);
    expect(concurrency).toEqual([1, -1]);
  });

  it('is UNCONFIRMED when the provider throws', async () => {
    answer = () => Promise.reject(new Error('oh'));
    expect(await send()).toBe('UNCONFIRMED');
  });

  it('has FAILED, without having begun, if the credentials cannot be used', async () => {
    provider.compile = () => {
      throw new UnusableSender('SETTINGS_INVALID', 'There is no sender');
    };
    expect(await send()).toBe('FAILED');
    expect(calls).toEqual(['sender.open']);
  });

  it('reports the address to suppress', async () => {
    answer = () => ({ ...failed, permanent: true, suppress: 'BOUNCED' });
    expect(await send()).toBe('FAILED');
    expect(refusals).toMatchObject([
      { userId, channel: 'EMAIL', cause: 'BOUNCED', sender: null, addresses: ['ann@example.org'] },
    ]);
  });
});
