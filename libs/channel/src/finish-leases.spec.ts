import type { Payload } from '@carillon/contracts';
import type { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { channelSettings } from '../test/surroundings';
import { ChannelWorker } from './channel-worker';
import { FinishLeases } from './finish-leases';
import type { WorkLease } from './leases/work-lease';
import { SilentSenders } from './leases/silent-senders';
import { SendHeartbeats } from './send-heartbeats';

describe('work in addition to the leases', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function arrange() {
    const provider = { isClosed: false, whenClosed: (): void => undefined };
    const breakOff = (): Promise<void> => {
      provider.isClosed = true;
      provider.whenClosed();
      return Promise.resolve();
    };
    const workLease = { breakOff } as unknown as WorkLease;
    const log = Logger.create('test', 'silent');
    const heartbeats: number[] = [];
    const broadcast = (_: string, { leases }: Payload<'worker.heartbeat'>): Promise<void> =>
      Promise.resolve(void heartbeats.push(leases));
    const messenger = { broadcast } as unknown as Messenger;
    const silent = new SilentSenders(channelSettings);
    const worker = new ChannelWorker(workLease, messenger, 'me', channelSettings, silent, log);
    const server = { close: () => Promise.resolve() } as unknown as MessagingServer;
    const heart = new SendHeartbeats(messenger, 'me', channelSettings, silent, log);
    const finish = new FinishLeases(worker, server, heart, channelSettings, log);
    return { worker, provider, finish, heart, heartbeats };
  }

  it('delays the shutdown, and is not aborted if it ends in time', async () => {
    const { worker, provider, finish } = arrange();
    let end: () => void = () => undefined;
    const work = worker.alongside(new Promise<string>((resolve) => (end = () => resolve('sent'))));
    let ended = false;
    const ending = finish.beforeApplicationShutdown().then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(3_900);
    expect([ended, provider.isClosed]).toEqual([false, false]);
    end();
    expect(await work).toBe('sent');
    await ending;
  });

  it('ends while the worker still broadcasts a capacity of zero leases', async () => {
    const { worker, finish, heart, heartbeats } = arrange();
    heart.onApplicationBootstrap();
    let end: () => void = () => undefined;
    const work = worker.alongside(new Promise<void>((resolve) => (end = resolve)));
    await jest.advanceTimersByTimeAsync(1_000);
    const ending = finish.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(0);
    expect(heartbeats).toEqual([1, 0]);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(heartbeats).toEqual([1, 0, 0]);
    end();
    await Promise.all([work, ending, heart.beforeApplicationShutdown()]);
    expect(heartbeats).toEqual([1, 0, 0, 0]);
  });

  it('is aborted like a lease when it takes too long, and may fail', async () => {
    const { worker, provider, finish } = arrange();
    const work = worker.alongside(
      new Promise<string>((_, reject) => (provider.whenClosed = () => reject(new Error('broken off')))),
    );
    const failed = expect(work).rejects.toThrow('broken off');
    const ending = finish.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(4_100);
    expect(provider.isClosed).toBe(true);
    await failed;
    await ending;
  });
});
