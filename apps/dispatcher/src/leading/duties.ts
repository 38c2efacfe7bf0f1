import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { LeaderLease, type Term } from './leader-lease';

/** Something that the leader looks after. */
export abstract class Duty {
  /** What it does, for the log. */
  abstract readonly name: string;
  /** The pause when there is nothing more to do (milliseconds). */
  abstract readonly everyMs: number;

  /** One round, to be broken off when the term is over. True: there is more to do at once. */
  abstract execute(term: Term): Promise<boolean>;
}

/** Token of all duties. */
export const DUTIES = Symbol('duties of the leader');

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
