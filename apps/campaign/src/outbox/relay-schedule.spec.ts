import { Logger, Metrics } from '@carillon/platform';
import type { Campaigns } from '../campaigns';
import { type RelayEvents, RelaySchedule } from './relay-events';

describe('when events are relayed', () => {
  const publish = jest.fn<Promise<void>, []>();
  let schedule: RelaySchedule;
  let leaveAnEvent: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    publish.mockReset().mockResolvedValue(undefined);
    const relay = { publish } as unknown as RelayEvents;
    const onPending = (listener: () => void) => (leaveAnEvent = listener);
    schedule = new RelaySchedule(
      relay,
      { onPending } as unknown as Campaigns,
      { OUTBOX_SWEEP_MS: 1_000, PAUSED_DAYS: 90, SCHEDULE_SWEEP_MS: 1_000 },
      Logger.create('campaign', 'silent'),
      new Metrics('campaign'),
    );
  });

  afterEach(async () => {
    await schedule.onApplicationShutdown();
    jest.useRealTimers();
  });

  async function boot(): Promise<void> {
    schedule.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
  }

  it('looks at boot for what a crash left, then every second', async () => {
    await boot();
    expect(publish).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(publish).toHaveBeenCalledTimes(4);
  });

  it('runs at once when there is something to announce', async () => {
    await boot();
    leaveAnEvent();
    await jest.advanceTimersByTimeAsync(0);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  it('runs once more if it was nudged during a round', async () => {
    let end: () => void = () => undefined;
    publish.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    await boot();
    leaveAnEvent();
    leaveAnEvent();
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(publish).toHaveBeenCalledTimes(2);
  });

  it('waits longer from failure to failure, five seconds at most, and goes back to its pace', async () => {
    publish.mockRejectedValue(new Error('the broker is away'));
    await boot();
    await jest.advanceTimersByTimeAsync(2_000 + 4_000);
    expect(publish).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(publish).toHaveBeenCalledTimes(5);

    publish.mockResolvedValue(undefined);
    await jest.advanceTimersByTimeAsync(5_000 + 2_000);
    expect(publish).toHaveBeenCalledTimes(8);
  });

  it('announces what the last commands left before the service goes, and nothing after', async () => {
    await boot();
    leaveAnEvent();
    await schedule.onApplicationShutdown();
    expect(publish).toHaveBeenCalledTimes(2);
    leaveAnEvent();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(publish).toHaveBeenCalledTimes(2);
  });
});
