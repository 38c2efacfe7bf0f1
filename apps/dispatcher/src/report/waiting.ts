import { Inject, Injectable } from '@nestjs/common';
import { type Channel, type DispatchReport, channels } from '@carillon/contracts';
import { type Breaker, Breakers, WorkerRegistry } from '../releasing';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { ContentStore, type Dispatch, type Obstacle } from '../dispatch';
import { Batches } from '../ledger';

type Reasons = DispatchReport['waiting'];

interface Cause {
  channel: Channel;
  since: Date;
}

/** Explains, by channel, why a campaign that is not complete does not progress. */
@Injectable()
export class Waiting {
  constructor(
    private readonly batches: Batches,
    private readonly breakers: Breakers,
    private readonly content: ContentStore,
    private readonly workerRegistry: WorkerRegistry,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** A stopped or paused campaign waits only for its leases. */
  async of(dispatch: Dispatch): Promise<Reasons> {
    if (dispatch.state === 'DONE') return [];
    const lost = causedBy('WORKER_LOST', await this.lostLeases(dispatch.campaign));
    if (dispatch.state !== 'OPEN') return lost;
    const open = await this.breakers.all();
    const general = dispatch.obstacles.planning ?? dispatch.obstacles.leasing;
    return [
      ...brokenOf(dispatch, open),
      ...(general ? await this.everywhere(dispatch, general) : []),
      ...causedBy('NO_WORKER', await this.withoutWorkers(dispatch.campaign)),
      ...lost,
    ];
  }

  /** Reports an obstacle to the whole campaign for each channel that it has a message for. */
  private async everywhere({ campaign }: Dispatch, obstacle: Obstacle): Promise<Reasons> {
    const brief = await this.content.brief(campaign);
    return channels
      .filter((channel) => brief?.channels.includes(channel))
      .map((channel) => ({
        channel,
        reason: obstacle.reason,
        since: obstacle.since.toISOString(),
        nextTryAt: obstacle.nextTryAt?.toISOString() ?? null,
      }));
  }

  /**
   * Channels with leases that are not expired yet though their worker is silent or their time is over, so that the
   * state of their recipients is unknown; with the time of the last update in the ledger.
   */
  private async lostLeases(campaign: string): Promise<Cause[]> {
    const [now, leases] = await Promise.all([this.clock.now(), this.batches.leases(campaign)]);
    const lost = leases.filter(({ holder, until }) => until < now || this.workerRegistry.isLost(holder));
    return channels.flatMap((channel) => {
      const ends = lost.filter((each) => each.channel === channel).map(({ until }) => until.getTime());
      if (ends.length === 0) return [];
      return [{ channel, since: new Date(Math.min(...ends) - this.config.BATCH_LEASE_MS) }];
    });
  }

  /** Channels with due batches and without workers, with the time since when there are none. */
  private async withoutWorkers(campaign: string): Promise<Cause[]> {
    const absent = channels.flatMap((channel) => {
      const forMs = this.workerRegistry.absentForMs(channel);
      return forMs === null ? [] : [{ channel, forMs }];
    });
    if (absent.length === 0) return [];
    const now = await this.clock.now();
    const found = absent.map(async ({ channel, forMs }) => {
      const [waiting] = await this.batches.next(campaign, channel, now, 1);
      return waiting === undefined ? [] : [{ channel, since: new Date(now.getTime() - forMs) }];
    });
    return (await Promise.all(found)).flat();
  }
}

function brokenOf({ routes }: Dispatch, open: readonly Breaker[]): Reasons {
  return channels.flatMap((channel) => {
    const breaker = open.find(({ integration }) => integration === routes?.[channel]?.integrationId);
    if (!breaker) return [];
    const { reason, since, nextTryAt } = breaker;
    return [{ channel, reason, since: since.toISOString(), nextTryAt: nextTryAt.toISOString() }];
  });
}

/** Builds reasons that end by themselves at an unknown time. */
function causedBy(reason: string, causes: readonly Cause[]): Reasons {
  return causes.map(({ channel, since }) => ({
    channel,
    reason,
    since: since.toISOString(),
    nextTryAt: null,
  }));
}
