import { Injectable } from '@nestjs/common';
import { type DispatchReport, channels } from '@carillon/contracts';
import { Breakers } from '../breakers/breakers';
import type { Dispatch } from '../dispatches/dispatch';

/** Why a campaign that is not at its end does not go on, by channel. */
@Injectable()
export class Waiting {
  constructor(private readonly breakers: Breakers) {}

  async of({ routes, state }: Dispatch): Promise<DispatchReport['waiting']> {
    if (state !== 'OPEN' || !routes) return [];
    const open = new Map((await this.breakers.all()).map((breaker) => [breaker.integration, breaker]));
    return channels.flatMap((channel) => {
      const breaker = open.get(routes[channel]?.integrationId ?? '');
      if (!breaker) return [];
      const { reason, since, nextTryAt } = breaker;
      return [{ channel, reason, since: since.toISOString(), nextTryAt: nextTryAt.toISOString() }];
    });
  }
}
