import { BackgroundTask, Logger, type RoundEnd } from '@carillon/platform';
import type { Provider, Type } from '@nestjs/common';
import { LeaderLease, type Leadership } from './leader-lease';

/** A task of the leader. */
export abstract class LeaderTask {
  /** The name of the task in the log. */
  abstract readonly name: string;
  /** The pause when no work is left (milliseconds). */
  abstract readonly everyMs: number;
  /** The maximum pause, up to which the pause grows while the task is idle (milliseconds). Absent: it does not grow. */
  readonly idleMs?: number;
  /** The maximum pause of an idle task while the whole process is quiet (milliseconds). Absent: as usual. */
  readonly quietMs?: number;

  /** Runs one round. Stops when the leadership ends. */
  abstract run(leadership: Leadership): Promise<RoundEnd>;
}

/** Runs a task in the leader. Each task has its own loop, so that a slow or failing task does not delay others. */
class LeaderTaskRunner extends BackgroundTask {
  constructor(
    private readonly task: LeaderTask,
    private readonly lease: LeaderLease,
    log: Logger,
  ) {
    const { name, everyMs, idleMs, quietMs } = task;
    super({ name, everyMs, idleMs, quietMs, log });
  }

  async round(): Promise<RoundEnd> {
    const leadership = await this.lease.leadership();
    return leadership ? this.task.run(leadership) : false;
  }
}

/** The providers that run a task in the leader. */
export function runInLeader(task: Type<LeaderTask>): Provider[] {
  const runner = {
    provide: Symbol(`leader: ${task.name}`),
    inject: [task, LeaderLease, Logger],
    useFactory: (instance: LeaderTask, lease: LeaderLease, log: Logger) =>
      new LeaderTaskRunner(instance, lease, log),
  };
  return [task, runner];
}
