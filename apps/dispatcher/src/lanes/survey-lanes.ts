import { Injectable } from '@nestjs/common';
import { type Channel, channels } from '@carillon/contracts';
import type { Breaker } from '../breakers/breakers';
import { Breakers } from '../breakers/breakers';
import type { SendingDispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import { Workforce } from '../workers/workforce';
import type { Outstanding } from '../ledger/batch-pipelines';
import { Batches } from '../ledger/batches';
import type { DueCampaign } from './contender';
import { Lane } from './lane';

/** Looks who has something to send in which channel, and what is in hand already. */
@Injectable()
export class SurveyLanes {
  constructor(
    private readonly batches: Batches,
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    private readonly workforce: Workforce,
  ) {}

  /** The channels in which somebody waits and somebody works. */
  async execute(now: Date): Promise<Lane[]> {
    const manned = channels.filter((channel) => this.workforce.capacity(channel) > 0);
    const due = await Promise.all(manned.map((channel) => this.batches.due(channel, now)));
    const campaigns = [...new Set(due.flat())];
    if (campaigns.length === 0) return [];
    const [sending, outstanding, open] = await Promise.all([
      this.dispatches.sending(campaigns, now),
      this.batches.outstanding(),
      this.breakers.all(),
    ]);
    const dispatches = new Map(sending.map((dispatch) => [dispatch.campaign, dispatch]));
    return manned.flatMap((channel, index) => {
      const waiting = (due[index] ?? []).flatMap((id) => dispatches.get(id) ?? []);
      const able = waiting.flatMap((dispatch) => ableToSend(dispatch, channel, open, now) ?? []);
      return able.length > 0 ? [this.lane(channel, able, outstanding)] : [];
    });
  }

  private lane(channel: Channel, due: DueCampaign[], outstanding: Outstanding[]): Lane {
    const capacity = this.workforce.capacity(channel);
    const isPresent = (holder: string): boolean => this.workforce.isPresent(holder);
    return new Lane({ channel, capacity, due, outstanding, isPresent });
  }
}

/** Null: its integration cannot be used, and it is not yet time to try it again. */
function ableToSend(
  { campaign, user, routes }: SendingDispatch,
  channel: Channel,
  open: readonly Breaker[],
  now: Date,
): DueCampaign | null {
  const route = routes?.[channel];
  if (!route) return null;
  const breaker = open.find(({ integration }) => integration === route.integrationId) ?? null;
  return breaker && breaker.nextTryAt > now ? null : { campaign, user, route, breaker };
}
