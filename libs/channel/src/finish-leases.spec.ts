import type { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { channelSettings } from '../test/surroundings';
import { ChannelWorker } from './channel-worker';
import { FinishLeases } from './finish-leases';
import type { WorkLease } from './leases/work-lease';

describe('work beside the leases', () => {
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
    const messenger = {} as unknown as Messenger;
    const worker = new ChannelWorker(workLease, messenger, 'me', channelSettings, log);
    const server = { close: () => Promise.resolve() } as unknown as MessagingServer;
    const finish = new FinishLeases(worker, server, channelSettings, log);
    return { worker, provider, finish };
  }

  it('is waited for on shutdown, and not aborted if it ends in time', async () => {
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
