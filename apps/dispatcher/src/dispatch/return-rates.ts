import { Injectable } from '@nestjs/common';
import { BOUNCE_NOTICE, type Payload } from '@carillon/contracts';
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
 * Requests a pause of campaigns with too many bounces or complaints, and a notification of the members earlier. If a check is lost in a crash, the next bounce
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
    if (!dispatch || dispatch.state === 'CANCELLED') return;
    const { run, state } = dispatch;
    const counts = await this.counts.recount(campaignId);
    const reason = state === 'OPEN' ? exceededRate(counts) : null;
    // The campaign service pauses a run only once for each reason, because a user who resumes it has decided.
    if (reason !== null)
      await this.messenger.publish('campaign.returned-too-often', { campaignId, run, reason });
    const rate = noticedBounceRate(counts);
    // The pause notifies the members of the same.
    if (rate !== null && reason !== 'BOUNCE_RATE')
      await this.messenger.publish('campaign.bounced-often', { campaignId, run, rate });
  }
}

/** The emails that servers accepted, and those of them that came back. */
function emailsOf({ channels, returned = {} }: Pick<FinalCounts, 'channels' | 'returned'>) {
  const { SENT = 0, DELIVERED = 0, READ = 0 } = channels.EMAIL ?? {};
  const { bounced = 0, hard = 0, complained = 0 } = returned.EMAIL ?? {};
  return { mails: SENT + DELIVERED + READ + bounced, hard, complained };
}

/** The rate that is too high among the emails that servers accepted. Null: no rate is too high. */
export function exceededRate(counts: Pick<FinalCounts, 'channels' | 'returned'>): Reason | null {
  const { mails, hard, complained } = emailsOf(counts);
  if (mails < MIN_MAILS) return null;
  if (complained / mails > MAX_COMPLAINT_RATE) return 'COMPLAINT_RATE';
  return hard / mails > MAX_BOUNCE_RATE ? 'BOUNCE_RATE' : null;
}

/** The rate of permanent bounces, if members are notified about it. */
export function noticedBounceRate(counts: Pick<FinalCounts, 'channels' | 'returned'>): number | null {
  const { mails, hard } = emailsOf(counts);
  return mails >= BOUNCE_NOTICE.emails && hard / mails > BOUNCE_NOTICE.rate ? hard / mails : null;
}
