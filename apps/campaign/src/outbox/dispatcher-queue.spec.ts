import type { MessagingConnection } from '@carillon/messaging';
import { DispatcherQueue } from './dispatcher-queue';

describe("room in the dispatchers' queue", () => {
  let length: number;
  let looks: number;
  let queue: DispatcherQueue;

  beforeEach(() => {
    jest.useFakeTimers();
    [length, looks] = [0, 0];
    const lengthOf = () => {
      looks += 1;
      return Promise.resolve(length);
    };
    queue = new DispatcherQueue({ lengthOf } as unknown as MessagingConnection);
  });
  afterEach(() => jest.useRealTimers());

  /** The number of reservations that succeed while no message is handled. */
  async function granted(kind: 'order' | 'decision', requests: number): Promise<number> {
    let count = 0;
    for (let n = 0; n < requests; n += 1)
      void queue.reserve(kind).then(
        () => (count += 1),
        () => undefined,
      );
    await jest.advanceTimersByTimeAsync(100);
    return count;
  }

  it('is checked once for as many messages as have room', async () => {
    expect(await granted('order', 16)).toBe(16);
    expect(looks).toBe(1);
  });

  it('is limited to sixteen orders, and to a larger number of decisions', async () => {
    length = 10;
    expect(await granted('order', 6)).toBe(6);
    length = 16;
    expect(await granted('order', 20)).toBe(0);
    // Reservations without room have timed out, so the queue is no longer checked.
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await granted('decision', 20)).toBe(20);
    length = 48;
    expect(await granted('decision', 40)).toBeLessThanOrEqual(12);
  });

  it('becomes available when dispatchers have handled messages', async () => {
    length = 16;
    let count = 0;
    for (let n = 0; n < 3; n += 1) void queue.reserve('order').then(() => (count += 1));
    await jest.advanceTimersByTimeAsync(100);
    expect(count).toBe(0);
    length = 13;
    await jest.advanceTimersByTimeAsync(100);
    expect(count).toBe(3);
  });

  it('is awaited for a limited time', async () => {
    length = 48;
    const reserved = expect(queue.reserve('decision')).rejects.toMatchObject({ code: 'service_unavailable' });
    await jest.advanceTimersByTimeAsync(3_000);
    await reserved;
  });

  it('is unavailable while the broker is unavailable', async () => {
    const away = new DispatcherQueue({
      lengthOf: () => Promise.reject(new Error('away')),
    } as unknown as MessagingConnection);
    await expect(away.reserve('order')).rejects.toThrow('away');
  });
});
