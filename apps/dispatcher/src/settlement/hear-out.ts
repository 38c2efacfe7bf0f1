import { Inject, Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { Term } from '../leading/term';
import { type Barrier, Barriers } from './barriers';

/** A barrier that has not come back by then was lost (milliseconds). */
const BARRIER_LOST_MS = 60_000;

/**
 * Hears out the settlement queue: a barrier goes through it, and some time after it has come back whatever was in the queue
 * before it is in the ledger.
 */
@Injectable()
export class HearOut {
  constructor(
    private readonly barriers: Barriers,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Sends a barrier on its way. One that the broker did not take is forgotten, so that nobody waits for it. */
  async begin(): Promise<void> {
    const { id } = await this.barriers.set(await this.clock.now());
    try {
      await this.messenger.publish('settlements.barrier', { barrierId: id });
    } catch (error) {
      await this.barriers.clear(id);
      throw error;
    }
  }

  /** The barrier that is on its way or back; null: there is none, or it was lost. */
  async barrier(): Promise<Barrier | null> {
    const barrier = await this.barriers.current();
    const now = await this.clock.now();
    const lost = barrier?.passedAt === null && now.getTime() - barrier.setAt.getTime() > BARRIER_LOST_MS;
    if (!lost) return barrier;
    await this.barriers.clear(barrier.id);
    return null;
  }

  /**
   * Whether everything that was reported before the barrier is in the ledger. What came out of the queue may still be in
   * somebody's hand, so some time must pass, and it must be time without an outage: the leader has led all the while.
   */
  async isOver({ passedAt }: Barrier, term: Term): Promise<boolean> {
    if (!passedAt) return false;
    const { SWEEP_GRACE_MS: graceMs } = this.config;
    const sinceBack = (await this.clock.now()).getTime() - passedAt.getTime();
    return sinceBack >= graceMs && performance.now() - term.since >= graceMs;
  }

  async end({ id }: Barrier): Promise<void> {
    await this.barriers.clear(id);
  }
}
