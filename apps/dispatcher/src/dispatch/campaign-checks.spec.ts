import { Logger } from '@carillon/platform';
import { CampaignChecks } from './campaign-checks';

const log = Logger.create('dispatcher', 'silent');
const checked: string[] = [];
let failing = new Set<string>();
let checks: TestChecks;

class TestChecks extends CampaignChecks {
  constructor() {
    super({ name: 'checking', everyMs: 1_000, leastMs: 100, log });
  }

  protected async checkNow(campaign: string): Promise<void> {
    checked.push(campaign);
    await Promise.resolve();
    if (failing.has(campaign)) throw new Error('the broker is unavailable');
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  checked.length = 0;
  failing = new Set();
  checks = new TestChecks();
});
afterEach(async () => {
  await checks.onApplicationShutdown();
  jest.useRealTimers();
});

it('checks a campaign once for simultaneous requests', async () => {
  for (const campaign of ['a', 'b', 'a']) checks.check(campaign);
  checks.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(checked).toEqual(['a', 'b']);
  checks.check('a');
  await jest.advanceTimersByTimeAsync(100);
  expect(checked).toEqual(['a', 'b', 'a']);
});

it('repeats a failed check after the pending checks', async () => {
  failing.add('a');
  for (const campaign of ['a', 'b']) checks.check(campaign);
  checks.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(2_500);
  expect(checked.slice(0, 3)).toEqual(['a', 'b', 'a']);
  failing.clear();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(checked.filter((campaign) => campaign === 'b')).toEqual(['b']);
  const times = checked.length;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(checked).toHaveLength(times);
});
