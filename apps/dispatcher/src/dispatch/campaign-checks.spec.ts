import { Logger } from '@carillon/platform';
import { CampaignChecks } from './campaign-checks';

const log = Logger.create('dispatcher', 'silent');
const made: string[] = [];
let failing = new Set<string>();
let checks: CampaignChecks;

beforeEach(() => {
  jest.useFakeTimers();
  made.length = 0;
  failing = new Set();
  checks = new CampaignChecks({
    name: 'checking',
    everyMs: 1_000,
    leastMs: 100,
    check: async (campaign) => {
      made.push(campaign);
      await Promise.resolve();
      if (failing.has(campaign)) throw new Error('the broker is away');
    },
    log,
  });
});
afterEach(async () => {
  await checks.stop();
  jest.useRealTimers();
});

it('makes one check of simultaneous requests', async () => {
  for (const campaign of ['a', 'b', 'a']) checks.request(campaign);
  checks.start();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(made).toEqual(['a', 'b']);
  checks.request('a');
  await jest.advanceTimersByTimeAsync(100);
  expect(made).toEqual(['a', 'b', 'a']);
});

it('makes a check again that failed, after those that wait', async () => {
  failing.add('a');
  for (const campaign of ['a', 'b']) checks.request(campaign);
  checks.start();
  await jest.advanceTimersByTimeAsync(2_500);
  expect(made.slice(0, 3)).toEqual(['a', 'b', 'a']);
  failing.clear();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(made.filter((campaign) => campaign === 'b')).toEqual(['b']);
  const times = made.length;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(made).toHaveLength(times);
});
