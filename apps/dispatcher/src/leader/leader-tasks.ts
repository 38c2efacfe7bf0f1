import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop, Logger, Metrics } from '@carillon/platform';
import { LeaderLease, type Leadership } from './leader-lease';

/** A task of the leader. */
export abstract class LeaderTask {
  /** Names the task in the log. */
  abstract readonly name: string;
  /** The pause when there is nothing left to do (milliseconds). */
  abstract readonly everyMs: number;

  /** Runs one round; stops when the leadership is over. Returns true if there is more to do at once. */
  abstract execute(leadership: Leadership): Promise<boolean>;
}

/** Token of all leader tasks. */
export const LEADER_TASKS = Symbol('leader tasks');

/** Runs each task in the dispatcher that leads; a slow or failing task does not delay the others. */
@Injectable()
export class LeaderTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly BackgroundLoop[];

  constructor(
    @Inject(LEADER_TASKS) tasks: readonly LeaderTask[],
    lease: LeaderLease,
    log: Logger,
    metrics: Metrics,
  ) {
    metrics.gauge('carillon_leader', '1: this dispatcher leads', () => Number(lease.leads));
    this.loops = tasks.map((task) => {
      const round = async (): Promise<boolean> => {
        const leadership = await lease.leadership();
        return leadership ? task.execute(leadership) : false;
      };
      return new BackgroundLoop({ name: task.name, everyMs: task.everyMs, round, log });
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
