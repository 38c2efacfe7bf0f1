import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop, Logger, Metrics, type RoundEnd } from '@carillon/platform';
import { LeaderLease, type Leadership } from './leader-lease';

/** A task of the leader. */
export abstract class LeaderTask {
  /** Names the task in the log. */
  abstract readonly name: string;
  /** The pause when there is nothing left to do (milliseconds). */
  abstract readonly everyMs: number;
  /** Up to which the pause grows while there is nothing to do at all (milliseconds); absent: it does not grow. */
  readonly idleMs?: number;

  /** Runs one round; stops when the leadership is over. */
  abstract run(leadership: Leadership): Promise<RoundEnd>;
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
    metrics.gauge('carillon_leader', '1: this dispatcher is the leader', () => Number(lease.leads));
    this.loops = tasks.map((task) => {
      const round = async (): Promise<RoundEnd> => {
        const leadership = await lease.leadership();
        return leadership ? task.run(leadership) : false;
      };
      const { name, everyMs, idleMs } = task;
      return new BackgroundLoop({ name, everyMs, idleMs, round, log });
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
