import { everybodyOnce } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import type { Experiment } from '../experiment';
import { throughLink } from './through-link';

/** A piece of result that names somebody who was sent to. */
const REPORT = /"sent":\[\d/;

/** A worker's report is lost between worker and broker, as it is when a broker dies before it has confirmed it. */
export const lostReport: Experiment = {
  name: 'a report is lost on its way to the broker',
  // Long enough that the worker is back before its lease is given up.
  environment: { dispatcher: { BATCH_LEASE_MS: '8000' } },
  play: (fixture, judge) =>
    throughLink(fixture, 'email-worker', async (link) => {
      const lost = link.lose('there', REPORT);
      const mailing = await fixture.mailTo(byMail(5));
      await lost;
      await judge(mailing, everybodyOnce);
    }),
};
