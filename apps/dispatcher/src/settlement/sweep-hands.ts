import { Inject, Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { type Barrier, Barriers } from './barriers';
import { SweepHand } from './sweep-hand';

const PAGE = 500;
/** A barrier that has not come back by then was lost and is set anew (milliseconds). */
const BARRIER_LOST_MS = 60_000;

/**
 * Doubts hands whose lease is over, but hears out the settlement queue first: a barrier goes through it, and only
 * some time after it has come back are the hands swept that were abandoned before it was set. The leader's work.
 */
@Injectable()
export class SweepHands {
  constructor(
    private readonly batches: Batches,
    private readonly barriers: Barriers,
    private readonly sweepHand: SweepHand,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  async execute(): Promise<void> {
    const now = await this.clock.now();
    const barrier = await this.barriers.current();
    if (!barrier) await this.begin(now);
    else if (barrier.passedAt) await this.finish(barrier, barrier.passedAt, now);
    else if (now.getTime() - barrier.setAt.getTime() > BARRIER_LOST_MS) await this.barriers.clear(barrier.id);
  }

  private async begin(now: Date): Promise<void> {
    const abandoned = await this.batches.abandoned(now, 1);
    if (abandoned.length === 0) return;
    const { id } = await this.barriers.set(now);
    await this.messenger.publish('settlements.barrier', { barrierId: id });
  }

  private async finish(barrier: Barrier, passedAt: Date, now: Date): Promise<void> {
    if (now.getTime() - passedAt.getTime() < this.config.SWEEP_GRACE_MS) return;
    const ids = await this.batches.abandoned(barrier.setAt, PAGE);
    for (const id of ids) await this.sweepHand.execute(id, barrier.setAt, now);
    if (ids.length < PAGE) await this.barriers.clear(barrier.id);
  }
}
