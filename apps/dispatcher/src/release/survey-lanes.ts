import { Inject, Injectable } from '@nestjs/common';
import { type Channel, channels } from '@carillon/contracts';
import type { Breaker } from '../breakers/breaker';
import { Breakers } from '../breakers/breakers';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { Dispatches, type SendingDispatch } from '../dispatches/dispatches';
import { Backlog } from './backlog';
import type { DueCampaign } from './contender';
import { Lane } from './lane';

/** Looks who has something to send in which channel, and what is in hand already. */
@Injectable()
export class SurveyLanes {
  constructor(
    private readonly backlog: Backlog,
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** The channels in which somebody waits. */
  async execute(now: Date): Promise<Lane[]> {
    const due = await Promise.all(channels.map((channel) => this.backlog.due(channel, now)));
    const campaigns = [...new Set(due.flat())];
    if (campaigns.length === 0) return [];
    const [sending, outstanding, open] = await Promise.all([
      this.dispatches.sending(campaigns, now),
      this.backlog.outstanding(),
      this.breakers.all(),
    ]);
    const dispatches = new Map(sending.map((dispatch) => [dispatch.campaign, dispatch]));
    return channels.flatMap((channel, index) => {
      const waiting = (due[index] ?? []).flatMap((id) => dispatches.get(id) ?? []);
      const able = waiting.flatMap((dispatch) => ableToSend(dispatch, channel, open, now) ?? []);
      return able.length > 0 ? [new Lane(channel, this.config.RELEASE_WINDOW, able, outstanding)] : [];
    });
  }
}

/** Null: its integration cannot be used, and it is not yet time to try it again. */
function ableToSend(
  { campaign, user, routes }: SendingDispatch,
  channel: Channel,
  open: readonly Breaker[],
  now: Date,
): DueCampaign | null {
  const integration = routes?.[channel]?.integrationId;
  if (integration === undefined) return null;
  const breaker = open.find((each) => each.integration === integration) ?? null;
  return breaker && breaker.nextTryAt > now ? null : { campaign, user, integration, breaker };
}
