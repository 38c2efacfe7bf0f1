import { Injectable } from '@nestjs/common';
import { type Channel, channels } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { Backlog } from '../release/backlog';
import { Workforce } from './workforce';

/** Channels in which something waits and nobody works. */
@Injectable()
export class Unmanned {
  constructor(
    private readonly workforce: Workforce,
    private readonly backlog: Backlog,
    private readonly clock: DatabaseClock,
  ) {}

  /** Those of a campaign, with the time since when nobody is there. */
  async of(campaign: string): Promise<{ channel: Channel; since: Date }[]> {
    const absent = channels.flatMap((channel) => {
      const forMs = this.workforce.absentForMs(channel);
      return forMs === null ? [] : [{ channel, forMs }];
    });
    if (absent.length === 0) return [];
    const now = await this.clock.now();
    const found = await Promise.all(
      absent.map(async ({ channel, forMs }) => {
        const [waiting] = await this.backlog.next(campaign, channel, now, 1);
        return waiting === undefined ? [] : [{ channel, since: new Date(now.getTime() - forMs) }];
      }),
    );
    return found.flat();
  }
}
