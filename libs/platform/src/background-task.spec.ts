import type { RoundEnd } from './background-loop';
import { BackgroundTask, type BackgroundTaskOptions } from './background-task';
import type { Logger } from './logger';

const log = { info: () => undefined, warn: () => undefined } as unknown as Logger;

class Count extends BackgroundTask {
  rounds = 0;

  constructor(options: Partial<BackgroundTaskOptions> = {}) {
    super({ name: 'counting', everyMs: 3_600_000, log, ...options });
  }

  round(): Promise<RoundEnd> {
    this.rounds += 1;
    return Promise.resolve(false);
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a background task', () => {
  it('runs from the start of the service, and again when nudged', async () => {
    const task = new Count();
    expect(task.rounds).toBe(0);
    task.onApplicationBootstrap();
    await settle();
    expect(task.rounds).toBe(1);
    task.nudge();
    await settle();
    expect(task.rounds).toBe(2);
    await task.beforeApplicationShutdown();
  });

  it('stops before the handlers of messages end, or after them', async () => {
    const [early, late] = [new Count(), new Count({ stopsLate: true })];
    for (const task of [early, late]) {
      task.onApplicationBootstrap();
      await settle();
      await task.beforeApplicationShutdown();
      task.nudge();
      await settle();
    }
    expect([early.rounds, late.rounds]).toEqual([1, 2]);
    await late.onApplicationShutdown();
    late.nudge();
    await settle();
    expect(late.rounds).toBe(2);
  });
});
