import { Injectable } from '@nestjs/common';
import { hintOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Breakers } from '../breakers/breakers';
import { DatabaseClock } from '../database-clock';
import type { Contender, Lane } from '../lanes/lane';
import type { Term } from '../leading/leader-lease';
import { Batches } from '../ledger/batches';
import { Paces } from '../limits/paces';
import { SendingProfiles } from '../limits/sending-profiles';

/** A batch whose hand could not begin within this time is not offered (milliseconds): it would keep a worker from others. */
const LOOK_AHEAD_MS = 1_000;
/** An offer that nobody took by then is taken back (milliseconds). */
const OFFER_MS = 10_000;

/** Offers batches of one channel until its places are taken or nobody has anything due. */
@Injectable()
export class FillLane {
  constructor(
    private readonly batches: Batches,
    private readonly breakers: Breakers,
    private readonly profiles: SendingProfiles,
    private readonly paces: Paces,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(lane: Lane, term: Term, now: Date): Promise<void> {
    for (let next = lane.next(); next && !term.isOver(); next = lane.next()) {
      if (lane.portionOf(next.route.integrationId) === undefined) {
        await this.admit(next, lane, now);
        continue;
      }
      const batch = await this.batchOf(next, lane, now);
      if (batch === undefined) lane.exhausted(next.campaign);
      else if (next.breaker) await this.probe(next, batch, lane, now);
      else lane.offered(next, await this.offer(batch));
    }
  }

  /** Finds out, once in a round, what an integration bears, and leaves it out while its rate is used up. */
  private async admit({ user, route }: Contender, lane: Lane, now: Date): Promise<void> {
    const { integrationId } = route;
    const portion = await this.profiles.portion(user, lane.channel, route);
    lane.limit(integrationId, portion);
    if (portion?.ratePerSecond == null) return;
    const { hands, ratePerSecond } = portion;
    const waitMs = await this.paces.waitMs(integrationId, { hands, ratePerSecond }, now);
    if (waitMs > LOOK_AHEAD_MS) lane.closed(integrationId);
  }

  private async batchOf({ campaign }: Contender, lane: Lane, now: Date): Promise<string | undefined> {
    const queue =
      lane.queueOf(campaign) ??
      lane.enqueue(campaign, await this.batches.next(campaign, lane.channel, now, lane.free));
    return queue.shift();
  }

  /** While a breaker is open nothing goes, but for one probe each time its pause is over. */
  private async probe(contender: Contender, batch: string, lane: Lane, now: Date): Promise<void> {
    lane.closed(contender.route.integrationId);
    if (contender.breaker && (await this.breakers.probe(contender.breaker, batch, now)))
      lane.offered(contender, await this.offer(batch));
  }

  /**
   * Offers one batch to the workers of its channel: the ledger first, then the hint. Answers the recipients that were
   * offered; 0 when somebody else was faster. Throws if there is no way to the workers.
   */
  private async offer(id: string): Promise<number> {
    const until = new Date((await this.clock.now()).getTime() + OFFER_MS);
    const change = await this.batches.change(id, () => ({ type: 'released', until }));
    if (!change || change.after === change.before) return 0;
    const { campaign, channel, release, todo } = change.after;
    try {
      await this.messenger.publish(hintOf(channel), { batchId: id, campaignId: campaign, release });
    } catch (error) {
      await this.batches.takeBack(id, release);
      throw error;
    }
    return todo.length;
  }
}
