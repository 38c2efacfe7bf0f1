import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { BatchCounts, type FinalCounts } from '../ledger';
import { CampaignChecks } from './campaign-checks';
import { Dispatches } from './dispatches';

/**
 * The minimum pause between rounds (milliseconds). Each round reads the counts of campaigns with new bounces from an
 * index.
 */
const MIN_PAUSE_MS = 5_000;

/** The minimum number of emails for significant rates. */
const MIN_MAILS = 500;
/**
 * Above these rates, a list does not consist of people who opted in. Amazon SES reviews accounts at 5% hard bounces
 * (https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-bounce-rate.html). Gmail and Yahoo reject mail of
 * senders at 0.3% complaints (https://support.google.com/a/answer/81126).
 */
const MAX_BOUNCE_RATE = 0.05;
const MAX_COMPLAINT_RATE = 0.003;

type Reason = Payload<'campaign.returned-too-often'>['reason'];

/**
 * Requests a pause of campaigns with too many bounces or complaints. If a check is lost in a crash, the next bounce
 * repeats it.
 */
@Injectable()
export class ReturnRates extends CampaignChecks {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly counts: BatchCounts,
    private readonly messenger: Messenger,
    log: Logger,
  ) {
    super({ name: 'checking bounce and complaint rates', everyMs: 60_000, leastMs: MIN_PAUSE_MS, log });
  }

  protected async checkNow(campaignId: string): Promise<void> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.state !== 'OPEN') return;
    const reason = exceededRate(await this.counts.recount(campaignId));
    // The campaign service pauses a run only once for each reason, because a user who resumes it has decided.
    if (reason !== null)
      await this.messenger.publish('campaign.returned-too-often', { campaignId, run: dispatch.run, reason });
  }
}

/** The rate that is too high among the emails that servers accepted. Null: no rate is too high. */
export function exceededRate({
  channels,
  returned = {},
}: Pick<FinalCounts, 'channels' | 'returned'>): Reason | null {
  const { SENT = 0, DELIVERED = 0, READ = 0 } = channels.EMAIL ?? {};
  const { bounced = 0, hard = 0, complained = 0 } = returned.EMAIL ?? {};
  const mails = SENT + DELIVERED + READ + bounced;
  if (mails < MIN_MAILS) return null;
  if (complained / mails > MAX_COMPLAINT_RATE) return 'COMPLAINT_RATE';
  return hard / mails > MAX_BOUNCE_RATE ? 'BOUNCE_RATE' : null;
}
