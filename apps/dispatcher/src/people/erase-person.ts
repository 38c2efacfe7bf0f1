import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { erasedAs } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { type Dispatch, DispatchPlanning, Dispatches, mayGetPages } from '../dispatch';
import { Engagement } from '../engagement';
import { DeliveryKeys, DeliveryPlaces, RecipientPages, batchId, seqOf } from '../ledger';

/** Campaigns that are looked up at the same time. */
const CAMPAIGNS = 100;
/** Pages that the server scans at the same time. */
const PAGES = 50;
/** How long one step takes (milliseconds). */
const STEP_MS = 2_000;

/** Where a step begins: after a campaign, at a page of the next one. */
interface StepPosition {
  after: string | null;
  page: number;
}

/**
 * Erases a person from the frozen pages of all campaigns whose ledger is kept, and from the keys that find them.
 * Deliveries and counts remain. Recipients who were not sent to are SKIPPED (ERASED) when their batch is leased.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly planning: DispatchPlanning,
    private readonly deliveryKeys: DeliveryKeys,
    private readonly recipientPages: RecipientPages,
    private readonly deliveryPlaces: DeliveryPlaces,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
  ) {}

  async erase({ after, ...step }: EraseStep & { address: string }): Promise<EraseStepEnd> {
    const until = performance.now() + STEP_MS;
    let place = after === null ? { after: null, page: 0 } : (JSON.parse(after) as StepPosition);
    for (;;) {
      const dispatches = await this.dispatches.withLedger(step.userId, place.after, CAMPAIGNS);
      if (dispatches.length === 0) return { state: 'done', next: null };
      const campaigns = dispatches.map(({ campaign }) => campaign);
      const found = await this.deliveryKeys.findIn(campaigns, step.address);
      const reached = new Set(found.map(({ campaign }) => campaign));
      for (const dispatch of dispatches) {
        // A campaign to one group has no keys, and a page can be stored after they were read.
        const concerns = reached.has(dispatch.campaign) || !dispatch.planned || dispatch.keyless;
        const stopped = concerns ? await this.eraseIn(dispatch, place.page, step, until) : null;
        if (stopped !== null) return more({ ...place, page: stopped });
        place = { after: dispatch.campaign, page: 0 };
      }
      if (performance.now() > until) return more(place);
    }
  }

  /** Returns the page at which the next step begins; null: the campaign is through. The keys go last: they lead here. */
  private async eraseIn(
    listed: Dispatch,
    first: number,
    { erasureId, address, repeatsAfterMs }: Omit<EraseStep, 'after' | 'address'> & { address: string },
    until: number,
  ): Promise<number | null> {
    const { campaign } = listed;
    // Before the pages are scanned: pages that are stored later were read recently, and the second erasure finds them.
    const dispatch = mayGetPages(listed)
      ? await this.planning.noteErasure(campaign, { now: await this.clock.now(), repeatsAfterMs })
      : listed;
    if (!dispatch) return null;
    const { step: pages, keyless } = dispatch;
    const isPlannedOn = mayGetPages(dispatch);
    if (keyless && isPlannedOn) await this.claim(campaign, address);
    // While the address still leads to them.
    if (first === 0 && (await this.engagement.hasMarks(campaign))) await this.forget(dispatch, address);
    // The page of the step in progress may be frozen, too.
    for (let page = first; page <= pages; page += PAGES) {
      if (page > first && performance.now() > until) return page;
      const steps = Array.from({ length: PAGES }, (_, n) => page + n);
      await this.recipientPages.erase(campaign, steps, address, erasedAs(erasureId));
    }
    if (!isPlannedOn) await this.deliveryKeys.erase(campaign, address);
    return null;
  }

  private async forget(dispatch: Dispatch, address: string): Promise<void> {
    for (const { campaign, seq, position } of await this.deliveryPlaces.find([dispatch], address))
      await this.engagement.forget(batchId(campaign, seq), position);
  }

  /**
   * In campaigns without keys, a key prevents a second delivery if the person is added again before planning ends.
   */
  private async claim(campaign: string, address: string): Promise<void> {
    const found = await this.recipientPages.find(campaign, [address]);
    const claims = found.map(({ step, index, channel }) => {
      return { channel, address, seq: seqOf(step, 0), position: index };
    });
    await this.deliveryKeys.claim(campaign, claims);
  }
}

function more(place: StepPosition): EraseStepEnd {
  return { state: 'more', next: JSON.stringify(place) };
}
