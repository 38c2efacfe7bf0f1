import { AppError } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { FixedClock } from '@carillon/testing/clock';
import type { GatewayConfig } from '../../config';
import { MailLinks } from './links.controller';

const campaign = '6560f0a1b2c3d4e5f6a7b8c9';
const HOUR_MS = 3_600_000;

function arrange() {
  const state = { targets: ['https://shop.example/'] as string[] | null, isAway: false, requests: 0 };
  const request = () => {
    state.requests += 1;
    if (state.isAway) return Promise.reject(new AppError('service_unavailable'));
    return Promise.resolve({ targets: state.targets });
  };
  const clock = new FixedClock(new Date('2026-03-01T10:00:00.000Z'));
  const config = { LINK_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}` } as GatewayConfig;
  const links = new MailLinks({ request } as unknown as Messenger, config, clock);
  return { state, clock, target: async () => (await links.targetOf(campaign, 0))?.url };
}

describe('the target of a link', () => {
  it('is requested again after some time, because the campaign may be deleted', async () => {
    const { state, clock, target } = arrange();
    expect(await target()).toBe('https://shop.example/');
    state.targets = null;
    expect([await target(), state.requests]).toEqual(['https://shop.example/', 1]);
    clock.advance(HOUR_MS);
    expect(await target()).toBeUndefined();
  });

  it('stays cached while the service is unavailable, without a request for each click', async () => {
    const { state, clock, target } = arrange();
    await target();
    state.isAway = true;
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(HOUR_MS);
      expect([await target(), await target()]).toEqual(['https://shop.example/', 'https://shop.example/']);
    }
    expect(state.requests).toBe(4);
    state.isAway = false;
    state.targets = null;
    clock.advance(HOUR_MS);
    expect(await target()).toBeUndefined();
  });

  it('is an error if it was never cached and the service is unavailable', async () => {
    const { state, target } = arrange();
    state.isAway = true;
    await expect(target()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
