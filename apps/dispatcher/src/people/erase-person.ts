import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { erasedAs } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { type Dispatch, DispatchPlanning, Dispatches, mayGetPages } from '../dispatch';
import { Engagement } from '../engagement';
import { DeliveryKeys, DeliveryLookUp, RecipientPages, batchId, seqOf } from '../ledger';

/** The number of campaigns that are looked up concurrently. */
const CAMPAIGNS = 100;
/** The number of pages that the server scans concurrently. */
const PAGES = 50;
/** The maximum duration of one step (milliseconds). */
const STEP_MS = 2_000;

/** The start of a step: after a campaign, at a page of the next campaign. */
interface StepPosition {
  after: string | null;
  page: number;
}

/**
 * Erases a person from the frozen pages of all campaigns whose ledger is kept, and deletes the keys that lead to these
 * pages. Deliveries and counts remain. Recipients without a sent message are SKIPPED (ERASED) when their batch is
 * leased.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly planning: DispatchPlanning,
    private readonly deliveryKeys: DeliveryKeys,
    private readonly recipientPages: RecipientPages,
    private readonly deliveryLookUp: DeliveryLookUp,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
  ) {}

  async erase({ after, ...step }: EraseStep & { address: string }): Promise<EraseStepEnd> {
    const until = performance.now() + STEP_MS;
    let position = after === null ? { after: null, page: 0 } : (JSON.parse(after) as StepPosition);
    for (;;) {
      const dispatches = await this.dispatches.withLedger(step.userId, position.after, CAMPAIGNS);
      if (dispatches.length === 0) return { state: 'done', next: null };
      const campaigns = dispatches.map(({ campaign }) => campaign);
      const found = await this.deliveryKeys.findIn(campaigns, [step.address]);
      const withKey = new Set(found.map(({ campaign }) => campaign));
      for (const dispatch of dispatches) {
        // A campaign to one group has no keys, and a page can be stored after the keys were read.
        const concerns = withKey.has(dispatch.campaign) || !dispatch.planned || dispatch.keyless;
        const stopped = concerns ? await this.eraseIn(dispatch, position.page, step, until) : null;
        if (stopped !== null) return more({ ...position, page: stopped });
        position = { after: dispatch.campaign, page: 0 };
      }
      if (performance.now() > until) return more(position);
    }
  }

  /**
   * Returns the page for the next step, or null if the campaign is done. Erases the keys last, because they lead to
   * this campaign.
   */
  private async eraseIn(
    listed: Dispatch,
    first: number,
    { erasureId, address, repeatsAfterMs }: Omit<EraseStep, 'after' | 'address'> & { address: string },
    until: number,
  ): Promise<number | null> {
    const { campaign } = listed;
    // Records the erasure before scanning the pages. Pages that are stored later were read recently, and the second
    // erasure finds them.
    const dispatch = mayGetPages(listed)
      ? await this.planning.noteErasure(campaign, { now: await this.clock.now(), repeatsAfterMs })
      : listed;
    if (!dispatch) return null;
    const { step: pages, keyless } = dispatch;
    const isStillPlanned = mayGetPages(dispatch);
    if (keyless && isStillPlanned) await this.claim(campaign, address);
    // This must come first, because afterward the address no longer leads to the deliveries.
    if (first === 0 && (await this.engagement.hasMarks(campaign))) await this.forget(dispatch, address);
    // The page of the step in progress may also be stored already.
    for (let page = first; page <= pages; page += PAGES) {
      if (page > first && performance.now() > until) return page;
      const steps = Array.from({ length: PAGES }, (_, n) => page + n);
      await this.recipientPages.erase(campaign, steps, address, erasedAs(erasureId));
    }
    if (!isStillPlanned) await this.deliveryKeys.erase(campaign, address);
    return null;
  }

  private async forget(dispatch: Dispatch, address: string): Promise<void> {
    for (const { campaign, seq, position } of await this.deliveryLookUp.find([dispatch], [address]))
      await this.engagement.forget(dispatch.user, batchId(campaign, seq), position);
  }

  /**
   * In campaigns without keys, adds a key, which prevents a second delivery if the person is added again before
   * planning ends.
   */
  private async claim(campaign: string, address: string): Promise<void> {
    const found = await this.recipientPages.find(campaign, [address]);
    const claims = found.map(({ step, index, channel }) => {
      return { channel, address, seq: seqOf(step, 0), position: index };
    });
    await this.deliveryKeys.claim(campaign, claims);
  }
}

function more(position: StepPosition): EraseStepEnd {
  return { state: 'more', next: JSON.stringify(position) };
}
