import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { Batches, type FinalCounts } from '../ledger';
import { CampaignChecks } from './campaign-checks';
import { Dispatches } from './dispatches';

/** The least pause between rounds (milliseconds): each reads the counts of campaigns with news, from an index. */
const LEAST_PAUSE_MS = 5_000;

/** The minimum number of emails for significant rates. */
const FROM_MAILS = 500;
/**
 * Above these rates, a list does not consist of people who opted in. Amazon SES reviews accounts at 5 % hard bounces
 * (https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-bounce-rate.html). Gmail and Yahoo reject mail of
 * senders at
 * 0.3 % complaints (https://support.google.com/a/answer/81126).
 */
const MOST_BOUNCES = 0.05;
const MOST_COMPLAINTS = 0.003;

type Reason = Payload<'campaign.returned-too-often'>['reason'];

/** Has campaigns paused of which too much comes back. A check that is lost in a crash is requested by the next bounce. */
@Injectable()
export class ReturnRates extends CampaignChecks {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly messenger: Messenger,
    log: Logger,
  ) {
    super({ name: 'checking bounce and complaint rates', everyMs: 60_000, leastMs: LEAST_PAUSE_MS, log });
  }

  protected async checkNow(campaignId: string): Promise<void> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.state !== 'OPEN') return;
    const reason = tooMuchOf(await this.batches.recount(campaignId));
    // The campaign service pauses a run only once for each reason, because a user who resumes it has decided.
    if (reason !== null)
      await this.messenger.publish('campaign.returned-too-often', { campaignId, run: dispatch.run, reason });
  }
}

/** The rate that is too high among the emails that servers accepted; null: none. */
export function tooMuchOf({
  channels,
  returned = {},
}: Pick<FinalCounts, 'channels' | 'returned'>): Reason | null {
  const { SENT = 0, DELIVERED = 0, READ = 0 } = channels.EMAIL ?? {};
  const { bounced = 0, hard = 0, complained = 0 } = returned.EMAIL ?? {};
  const mails = SENT + DELIVERED + READ + bounced;
  if (mails < FROM_MAILS) return null;
  if (complained / mails > MOST_COMPLAINTS) return 'COMPLAINT_RATE';
  return hard / mails > MOST_BOUNCES ? 'BOUNCE_RATE' : null;
}
