import { everybodyForSure } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import { type HandOn, Middleman } from '../../rig/middleman';
import type { Trial } from '../trial';

/** Longer than the lease of a hand, by more than it takes to notice that it is over (milliseconds). */
const WAIT_MS = 6_500;
const QUEUE = 'dispatcher.settlements';

/** Whatever comes to the settlement queue comes out late, in the order in which it came, as if no dispatcher had run. */
export const waitingReports: Trial = {
  name: 'reports wait longer than a lease',
  async play(stage, judge) {
    const { amqpUrl } = stage.rig.parts.ground.broker.running;
    const late = (handOn: HandOn): void => void setTimeout(handOn, WAIT_MS);
    const middlemen = await Promise.all(
      ['batch.settled', 'settlements.barrier'].map((event) => Middleman.between(amqpUrl, event, QUEUE, late)),
    );
    try {
      await judge(await stage.mailTo(byMail(5)), everybodyForSure);
    } finally {
      await Promise.all(middlemen.map((middleman) => middleman.leave()));
    }
  },
};
