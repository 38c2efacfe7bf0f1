import { type Logger, Metrics } from '@carillon/platform';
import { Recounts } from './recounts';
import type { UsageStore } from './usage-store';

describe('a slow count', () => {
  it('delays its callers for two seconds in total, and not for two seconds each', async () => {
    jest.useFakeTimers();
    const usage: Pick<UsageStore, 'claimDue'> = { claimDue: () => Promise.resolve(null) };
    const log: Pick<Logger, 'error'> = { error: jest.fn() };
    // The recounts are not started, so requested counts wait as they do behind other counts.
    const recounts = new Recounts(usage as UsageStore, log as Logger, new Metrics('test'));
    const first = recounts.ask('user', 'subscribers');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await first).toBe(false);
    expect(await recounts.ask('user', 'subscribers')).toBe(false);
    jest.useRealTimers();
  });
});
