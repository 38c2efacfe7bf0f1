import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { Term } from '../leading/leader-lease';
import { type Barrier, Leases } from '../leading/leases';

/** A barrier that has not come back by then was lost (milliseconds). */
const BARRIER_LOST_MS = 60_000;

/**
 * Hears out the settlement queue: a barrier goes through it, and some time after it has come back whatever was in the queue
 * before it is in the ledger.
 */
@Injectable()
export class HearOut {
  constructor(
    private readonly leases: Leases,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Sends a barrier on its way. One that the broker did not take is forgotten, so that nobody waits for it. */
  async begin(): Promise<void> {
    const id = newId();
    await this.leases.setBarrier({ id, setAt: await this.clock.now(), passedAt: null });
    try {
      await this.messenger.publish('settlements.barrier', { barrierId: id });
    } catch (error) {
      await this.leases.clearBarrier(id);
      throw error;
    }
  }

  /** The barrier that is on its way or back; null: there is none, or it was lost. */
  async barrier(): Promise<Barrier | null> {
    const barrier = await this.leases.barrier();
    const now = await this.clock.now();
    const lost = barrier?.passedAt === null && now.getTime() - barrier.setAt.getTime() > BARRIER_LOST_MS;
    if (!lost) return barrier;
    await this.leases.clearBarrier(barrier.id);
    return null;
  }

  /** It has come out of the settlement queue. */
  async passed(id: string): Promise<void> {
    await this.leases.passBarrier(id, await this.clock.now());
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
    await this.leases.clearBarrier(id);
  }
}
