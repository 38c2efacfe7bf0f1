import { everybodyForSure } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import { type Forward, Proxy } from '../../rig/proxy';
import type { Experiment } from '../experiment';

/** Longer than a lease, by more than it takes to notice that it is over (milliseconds). */
const WAIT_MS = 6_500;
const QUEUE = 'dispatcher.settlements';

/** Whatever comes to the settlement queue comes out late, in the order in which it came, as if no dispatcher had run. */
export const waitingReports: Experiment = {
  name: 'reports wait longer than a lease',
  async play(fixture, judge) {
    const { amqpUrl } = fixture.rig.parts.testServices.broker.running;
    const late = (forward: Forward): void => void setTimeout(forward, WAIT_MS);
    const middlemen = await Promise.all(
      ['batch.settled', 'settlements.drain-marker'].map((event) => Proxy.between(amqpUrl, event, QUEUE, late)),
    );
    try {
      await judge(await fixture.mailTo(byMail(5)), everybodyForSure);
    } finally {
      await Promise.all(middlemen.map((proxy) => proxy.leave()));
    }
  },
};
