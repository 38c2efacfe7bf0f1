import { Injectable } from '@nestjs/common';
import { type Channel, type DispatchReport, channels } from '@carillon/contracts';
import type { Breaker } from '../breakers/breaker';
import { Breakers } from '../breakers/breakers';
import { Contents } from '../dispatches/contents';
import type { Dispatch, Obstacle } from '../dispatches/dispatch';
import { Unmanned } from '../workers/unmanned';
import { LostHands } from './lost-hands';

type Reasons = DispatchReport['waiting'];

/** Why a campaign that is not at its end does not go on, by channel. */
@Injectable()
export class Waiting {
  constructor(
    private readonly breakers: Breakers,
    private readonly contents: Contents,
    private readonly unmanned: Unmanned,
    private readonly lostHands: LostHands,
  ) {}

  /** What was stopped or paused waits only for what is in hands. */
  async of(dispatch: Dispatch): Promise<Reasons> {
    if (dispatch.state === 'DONE') return [];
    const lost = causedBy('WORKER_LOST', await this.lostHands.of(dispatch.campaign));
    if (dispatch.state !== 'OPEN') return lost;
    const open = await this.breakers.all();
    const general = dispatch.obstacles.planning ?? dispatch.obstacles.taking;
    return [
      ...brokenOf(dispatch, open),
      ...(general ? await this.everywhere(dispatch, general) : []),
      ...causedBy('NO_WORKER', await this.unmanned.of(dispatch.campaign)),
      ...lost,
    ];
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

/** What passes by itself, nobody knows when. */
function causedBy(reason: string, causes: readonly { channel: Channel; since: Date }[]): Reasons {
  return causes.map(({ channel, since }) => ({
    channel,
    reason,
    since: since.toISOString(),
    nextTryAt: null,
  }));
}
