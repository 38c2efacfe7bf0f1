import { BackgroundTask, Logger, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CampaignOutbox, RunningCampaigns } from '../campaigns';
import { type CampaignConfig, campaignConfig } from '../config';
import { CampaignRelay, toOutbox } from './campaign-relay';
import { DispatcherQueue } from './dispatcher-queue';

/** The number of users who have their turn at the same time. */
const AT_ONCE = 8;
/** The number of a user's campaigns that begin in one turn. */
const TURN = 4;
/** The number of users that one search finds without a request, for example after a crash. */
const LOOKED_FOR = 64;

/**
 * Lets campaigns begin, resume, and retry, up to the limit. Publishes their orders, starting with those that have
 * waited longest. Users take turns, with a few orders per turn. The other orders wait in their documents, without an
 * event in transit. Several processes can do this, because one write gives a campaign its turn. Each process counts
 * separately, so each may exceed the limit by one turn.
 * @throws AppError service_unavailable if the broker is unavailable
 */
@Injectable()
export class AdmitCampaigns {
  /** Users who may be due for a turn, in order. */
  private readonly line = new Set<string>();
  /**
   * Users who have their turn now, and whether they joined the line again in the meantime. Each user has one turn at a
   * time, because each turn counts running campaigns.
   */
  private readonly served = new Map<string, boolean>();
  /** The user with whom the last search ended. */
  private looked: string | null = null;

  constructor(
    private readonly outbox: CampaignOutbox,
    private readonly running: RunningCampaigns,
    private readonly queue: DispatcherQueue,
    private readonly relay: CampaignRelay,
  ) {}

  /**
   * Puts the user at the end of the line. Users in the line keep their position, and a user whose turn is now joins
   * again afterward.
   */
  join(userId: string): void {
    if (this.served.has(userId)) this.served.set(userId, true);
    else this.line.add(userId);
  }

  /**
   * Adds some users with waiting orders to the line. Successive searches cover all users. Returns whether there were
   * any.
   */
  async look(): Promise<boolean> {
    const users = await this.outbox.usersWaiting(this.looked, LOOKED_FOR);
    this.looked = users.length < LOOKED_FOR ? null : (users.at(-1) ?? null);
    for (const user of users) this.join(user);
    return users.length > 0;
  }

  /** Gives turns until the line is empty, including users who join in the meantime. */
  async admit(): Promise<void> {
    const turns = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.serve()));
    const failed = turns.find((turn) => turn.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async serve(): Promise<void> {
    for (const user of this.line) {
      this.line.delete(user);
      this.served.set(user, false);
      let isMore = true;
      try {
        isMore = await this.turn(user);
      } finally {
        isMore ||= this.served.get(user) === true;
        this.served.delete(user);
        if (isMore) this.join(user);
      }
    }
  }

  /** Returns whether more of the user's campaigns may begin. */
  private async turn(user: string): Promise<boolean> {
    const room = await this.running.roomOf(user);
    const most = Math.min(room, TURN);
    if (most === 0) return false;
    const waiting = await this.outbox.waiting(user, most);
    await Promise.all(waiting.map((id) => this.begin(id)));
    return waiting.length === TURN && room > TURN;
  }

  private async begin(id: string): Promise<void> {
    await this.queue.reserve('order');
    const admitted = await this.outbox.admit(id);
    if (admitted) await this.relay.publishAll(id, toOutbox(admitted));
  }
}

/**
 * Gives turns after each relevant write of this process, and regularly searches for orders that remained after a crash.
 */
@Injectable()
export class AdmissionSchedule extends BackgroundTask {
  private lookAt = 0;

  constructor(
    private readonly admit: AdmitCampaigns,
    outbox: CampaignOutbox,
    @Inject(campaignConfig.token) private readonly config: CampaignConfig,
    log: Logger,
  ) {
    const pace = { everyMs: config.OUTBOX_SWEEP_MS, quietMs: QUIET_PAUSE_MS };
    super({ name: 'admitting campaigns', ...pace, stopsLate: true, log });
    outbox.onTurn((userId) => {
      admit.join(userId);
      this.nudge();
    });
  }

  async round(): Promise<RoundEnd> {
    const looks = performance.now() >= this.lookAt;
    if (looks) this.lookAt = performance.now() + this.config.OUTBOX_SWEEP_MS;
    const isIdle = looks && !(await this.admit.look());
    await this.admit.admit();
    return isIdle ? 'idle' : false;
  }
}
