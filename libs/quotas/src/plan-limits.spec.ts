import { type Amounts, AppError } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import { PlanLimits } from './plan-limits';

const arrange = () => {
  const clock = new FixedClock(new Date(0));
  const account: { limits: Amounts | null; asked: number } = { limits: { subscribers: 10 }, asked: 0 };
  const request = () => {
    account.asked += 1;
    const { limits } = account;
    return limits ? Promise.resolve({ limits }) : Promise.reject(new AppError('service_unavailable'));
  };
  const limits = new PlanLimits({ request } as unknown as Messenger, clock);
  return { clock, account, of: () => limits.of('user', 'subscribers') };
};

describe('the limits of a plan', () => {
  it('are requested once a minute, and once for concurrent callers', async () => {
    const { clock, account, of } = arrange();
    expect(await Promise.all([of(), of(), of()])).toEqual([10, 10, 10]);
    account.limits = { subscribers: 20 };
    clock.advance(59_000);
    expect([await of(), account.asked]).toEqual([10, 1]);
    clock.advance(1_000);
    expect([await of(), account.asked]).toEqual([20, 2]);
  });

  it('remain in effect while the account service is unavailable', async () => {
    const { clock, account, of } = arrange();
    await of();
    account.limits = null;
    clock.advance(60_000);
    expect([await of(), await of(), account.asked]).toEqual([10, 10, 2]);
    clock.advance(5_000);
    account.limits = { subscribers: 30 };
    expect(await of()).toBe(30);
  });

  it('are unlimited until the account service has responded once', async () => {
    const { account, of } = arrange();
    account.limits = null;
    expect(await of()).toBe(Infinity);
  });

  it('are unlimited for a kind that the plan does not limit', async () => {
    const { account, of } = arrange();
    account.limits = {};
    expect(await of()).toBe(Infinity);
  });
});
