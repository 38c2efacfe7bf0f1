import { Injectable } from '@nestjs/common';
import { type DispatchReport, channels } from '@carillon/contracts';
import type { Breaker } from '../breakers/breaker';
import { Breakers } from '../breakers/breakers';
import { Contents } from '../dispatches/contents';
import type { Dispatch, Obstacle } from '../dispatches/dispatch';
import { Unmanned } from '../workers/unmanned';

type Reasons = DispatchReport['waiting'];

/** Why a campaign that is not at its end does not go on, by channel. */
@Injectable()
export class Waiting {
  constructor(
    private readonly breakers: Breakers,
    private readonly contents: Contents,
    private readonly unmanned: Unmanned,
  ) {}

  async of(dispatch: Dispatch): Promise<Reasons> {
    if (dispatch.state !== 'OPEN') return [];
    const open = await this.breakers.all();
    const general = dispatch.obstacles.planning ?? dispatch.obstacles.taking;
    return [
      ...brokenOf(dispatch, open),
      ...(general ? await this.everywhere(dispatch, general) : []),
      ...(await this.withoutWorkers(dispatch)),
    ];
  }

  private async withoutWorkers({ campaign }: Dispatch): Promise<Reasons> {
    const unmanned = await this.unmanned.of(campaign);
    return unmanned.map(({ channel, since }) => ({
      channel,
      reason: 'NO_WORKER',
      since: since.toISOString(),
      nextTryAt: null,
    }));
  }

  /** What stands against the campaign as a whole stands against each channel that it has a message for. */
  private async everywhere({ campaign }: Dispatch, obstacle: Obstacle): Promise<Reasons> {
    const brief = await this.contents.brief(campaign);
    return channels
      .filter((channel) => brief?.channels.includes(channel))
      .map((channel) => ({
        channel,
        reason: obstacle.reason,
        since: obstacle.since.toISOString(),
        nextTryAt: obstacle.nextTryAt?.toISOString() ?? null,
      }));
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
