import { everybodyForSure } from '../../checker/expectation';
import { bySms } from '../../driver/people';
import type { Experiment } from '../experiment';
import { throughLink } from './through-link';

/** The answer that grants a lease. */
const LEASE = /"lease":\{/;

/** The lease is in the ledger, and the worker does not hear of it. */
export const lostAnswer: Experiment = {
  name: 'the answer to a take is lost',
  // Long enough that the worker has asked again before its lease is given up.
  environment: { dispatcher: { BATCH_LEASE_MS: '8000' } },
  play: (fixture, judge) =>
    throughLink(fixture, 'sms-worker', async (link) => {
      const lost = link.lose('back', LEASE);
      const mailing = await fixture.mailTo(bySms(5));
      await lost;
      await judge(mailing, everybodyForSure);
    }),
};
