import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { DUTIES, type Duty } from './duty';
import { LeaderLease } from './leader-lease';

/** Each duty goes on by itself in the dispatcher that leads; one that is slow or fails does not hold up the others. */
@Injectable()
export class Duties implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly BackgroundLoop[];

  constructor(@Inject(DUTIES) duties: readonly Duty[], lease: LeaderLease, log: Logger) {
    this.loops = duties.map((duty) => {
      const round = async (): Promise<boolean> => {
        const term = await lease.term();
        return term ? duty.execute(term) : false;
      };
      return new BackgroundLoop({ name: duty.name, everyMs: duty.everyMs, round, log });
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
