import { everybodyOnce } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import type { Trial } from '../trial';
import { throughLink } from './through-link';

/** A piece of result that names somebody who was sent to. */
const REPORT = /"sent":\[\d/;

/** A worker's report is lost between worker and broker, as it is when a broker dies before it has confirmed it. */
export const lostReport: Trial = {
  name: 'a report is lost on its way to the broker',
  // Long enough that the worker is back before its hand is given up.
  environment: { dispatcher: { HAND_LEASE_MS: '8000' } },
  play: (stage, judge) =>
    throughLink(stage, 'email-worker', async (link) => {
      const lost = link.lose('there', REPORT);
      const mailing = await stage.mailTo(byMail(5));
      await lost;
      await judge(mailing, everybodyOnce);
    }),
};
