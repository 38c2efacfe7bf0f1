import { join } from 'node:path';
import { everybodyForSure } from '../checker/expectation';
import type { ServiceCopy } from '../rig/service-copy';
import type { Fixture } from '../driver/fixture';
import type { Scenario } from '../run/scenario';
import { during } from './during';

const FIVE_MINUTES_MS = 300_000;
const PRELOAD = join('chaos', 'rig', 'wrong-clock.cjs');

/** Starts a copy whose clock is off by so much (milliseconds). */
async function mistime(copy: ServiceCopy, byMs: number): Promise<void> {
  await copy.down('SIGTERM');
  const preload = join(process.cwd(), PRELOAD);
  await copy.start({ NODE_OPTIONS: `--require "${preload}"`, CHAOS_CLOCK_OFF_MS: String(byMs) });
}

async function setRight(copy: ServiceCopy): Promise<void> {
  await copy.down('SIGTERM');
  await copy.start();
}

function off(service: string, byMs: number, short?: true): Scenario {
  const copy = ({ fleet }: Fixture): ServiceCopy => fleet.copy(service);
  return during({
    name: `the clock of one ${service} is five minutes ${byMs < 0 ? 'slow' : 'fast'}`,
    ...(short === undefined ? {} : { short }),
    before: (fixture) => mistime(copy(fixture), byMs),
    after: (fixture) => setRight(copy(fixture)),
    expected: everybodyForSure,
  });
}

export const clocks: readonly Scenario[] = [
  off('email-worker', FIVE_MINUTES_MS),
  off('email-worker', -FIVE_MINUTES_MS),
  off('dispatcher', FIVE_MINUTES_MS, true),
  off('dispatcher', -FIVE_MINUTES_MS),
  off('campaign', FIVE_MINUTES_MS),
];
