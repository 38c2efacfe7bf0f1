import { everybodyForSure } from '../../checker/expectation';
import { bySms } from '../../driver/people';
import type { Trial } from '../trial';
import { throughLink } from './through-link';

/** The answer that grants a hand. */
const HAND = /"hand":\{/;

/** The hand is in the ledger, and the worker does not hear of it. */
export const lostAnswer: Trial = {
  name: 'the answer to a take is lost',
  // Long enough that the worker has asked again before its hand is given up.
  environment: { dispatcher: { HAND_LEASE_MS: '8000' } },
  play: (stage, judge) =>
    throughLink(stage, 'sms-worker', async (link) => {
      const lost = link.lose('back', HAND);
      const mailing = await stage.mailTo(bySms(5));
      await lost;
      await judge(mailing, everybodyForSure);
    }),
};
