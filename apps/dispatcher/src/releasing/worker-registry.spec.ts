import { WorkerRegistry } from './worker-registry';

describe('WorkerRegistry', () => {
  let workerRegistry: WorkerRegistry;
  beforeEach(() => {
    jest.useFakeTimers();
    workerRegistry = new WorkerRegistry();
  });
  afterEach(() => jest.useRealTimers());

  const present = (holder: string, leases: number): void =>
    workerRegistry.heartbeat({ holder, channel: 'EMAIL', leases });

  it('counts every worker with a recent heartbeat, in its own channel', () => {
    present('a', 16);
    present('b', 4);
    present('b', 5);
    workerRegistry.heartbeat({ holder: 'c', channel: 'SMS', leases: 3 });
    expect([
      workerRegistry.capacity('EMAIL'),
      workerRegistry.capacity('SMS'),
      workerRegistry.capacity('WHATSAPP'),
    ]).toEqual([21, 3, 0]);
  });

  it('does not count a worker that has left', () => {
    present('a', 16);
    present('b', 16);
    present('a', 0);
    expect(workerRegistry.capacity('EMAIL')).toBe(16);
    expect([workerRegistry.isPresent('a'), workerRegistry.isPresent('b')]).toEqual([false, true]);
  });

  it('considers a worker lost after a long silence, even if it announced its stop', () => {
    present('a', 16);
    present('a', 0);
    jest.advanceTimersByTime(11_000);
    present('b', 16);
    const lost = (): boolean[] => ['a', 'b', 'unknown'].map((holder) => workerRegistry.isLost(holder));
    expect(lost()).toEqual([false, false, false]);
    jest.advanceTimersByTime(2_000);
    expect(lost()).toEqual([true, false, true]);
  });

  it('does not count a worker that was silent for too long', () => {
    present('a', 16);
    jest.advanceTimersByTime(9_000);
    present('b', 16);
    jest.advanceTimersByTime(4_000);
    expect([workerRegistry.isPresent('a'), workerRegistry.isPresent('b')]).toEqual([false, true]);
    expect(workerRegistry.capacity('EMAIL')).toBe(16);
  });

  it('lists the silent senders of the latest heartbeats', () => {
    const heartbeat = (holder: string, ...silent: string[]): void =>
      workerRegistry.heartbeat({ holder, channel: 'EMAIL', leases: 16, silent });
    heartbeat('a', 'x', 'y');
    heartbeat('b', 'y');
    heartbeat('a', 'y');
    expect([...workerRegistry.silentSenders()]).toEqual(['y']);
    present('a', 16);
    jest.advanceTimersByTime(13_000);
    expect([...workerRegistry.silentSenders()]).toEqual([]);
  });

  it('reports a channel without workers after a while, measured from the last heartbeat', () => {
    jest.advanceTimersByTime(5_000);
    expect(workerRegistry.absentForMs('EMAIL')).toBeNull();
    jest.advanceTimersByTime(8_000);
    expect(workerRegistry.absentForMs('EMAIL')).toBe(13_000);
    present('a', 16);
    expect(workerRegistry.absentForMs('EMAIL')).toBeNull();
    present('a', 0);
    jest.advanceTimersByTime(2_000);
    expect(workerRegistry.absentForMs('EMAIL')).toBe(2_000);
  });
});
