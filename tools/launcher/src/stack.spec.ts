import { setTimeout as delay } from 'node:timers/promises';
import { untilTrue } from '@carillon/local-services';
import type { Phase } from '@carillon/stack';
import type { Part, RunningPart } from './parts/part';
import { Stack } from './stack';
import { Terminal } from './terminal';

const FIRST_PAUSE_MS = 20;

/** Parts that run as they are told, and a record of what happened to them. */
class Rehearsal {
  readonly events: string[] = [];
  readonly said: string[] = [];
  restarts = 0;
  readonly stack = new Stack(
    new Terminal((text) => void this.said.push(text)),
    () => void (this.restarts += 1),
    FIRST_PAUSE_MS,
  );
  private readonly endings = new Map<string, (ending: string) => void>();

  part(name: string, phase: Phase, start = () => Promise.resolve()): Part {
    return {
      name,
      phase,
      start: async () => {
        await start();
        this.events.push(`${name} runs`);
        return this.running(name);
      },
    };
  }

  /** Does not come up, and gives up when it is told to stop. */
  slowPart(name: string, phase: Phase): Part {
    const start = (signal: AbortSignal): Promise<RunningPart> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
    return { name, phase, start };
  }

  crash(name: string): void {
    this.endings.get(name)?.('signal SIGKILL');
  }

  private running(name: string): RunningPart {
    const stop = (): Promise<void> => {
      this.events.push(`${name} stopped`);
      return Promise.resolve();
    };
    return { pid: 1, note: '', exited: new Promise((resolve) => this.endings.set(name, resolve)), stop };
  }
}

describe('a stack', () => {
  it('stops who sends first and broker and database last, whatever came up first', async () => {
    const rehearsal = new Rehearsal();
    await rehearsal.stack.start([rehearsal.part('database', 'database'), rehearsal.part('broker', 'broker')]);
    await rehearsal.stack.start([
      rehearsal.part('gateway', 'gateway'),
      rehearsal.part('campaign', 'services'),
      rehearsal.part('email-worker', 'workers'),
    ]);
    rehearsal.events.length = 0;

    await rehearsal.stack.stop();

    const order = ['email-worker', 'campaign', 'gateway', 'broker', 'database'];
    expect(rehearsal.events).toEqual(order.map((name) => `${name} stopped`));
  });

  it('names everything that does not come up', async () => {
    const rehearsal = new Rehearsal();
    const failing = (name: string) =>
      rehearsal.part(name, 'services', () => Promise.reject(new Error(`no ${name}`)));
    await expect(rehearsal.stack.start([failing('account'), failing('campaign')])).rejects.toThrow(
      'no account\n\nno campaign',
    );
  });

  it('can be stopped while it starts, and starts nothing more then', async () => {
    const rehearsal = new Rehearsal();
    const started = rehearsal.stack.start([rehearsal.slowPart('broker', 'broker')]);
    await Promise.all([expect(started).rejects.toThrow('given up'), rehearsal.stack.stop()]);
    await expect(rehearsal.stack.start([rehearsal.part('gateway', 'gateway')])).rejects.toThrow(
      /being stopped/,
    );
    expect(rehearsal.events).toEqual([]);
  });
});

describe('a part that ends unasked', () => {
  it('is started again, as often as it takes, and said so', async () => {
    const rehearsal = new Rehearsal();
    const failures: (Error | null)[] = [null, new Error('port taken'), null];
    const start = (): Promise<void> => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    await rehearsal.stack.start([rehearsal.part('dispatcher', 'services', start)]);

    rehearsal.crash('dispatcher');

    expect(await untilTrue(() => Promise.resolve(rehearsal.restarts === 1), 5_000)).toBe(true);
    expect(rehearsal.events).toEqual(['dispatcher runs', 'dispatcher runs']);
    const said = rehearsal.said.join('');
    expect(said).toMatch(/ended unasked \(signal SIGKILL\); starting it again in 0\.0 s/);
    expect(said).toMatch(/port taken; starting it again in 0\.0 s/);
    await rehearsal.stack.stop();
  });

  it('is left alone once the stack is being stopped', async () => {
    const rehearsal = new Rehearsal();
    await rehearsal.stack.start([rehearsal.part('dispatcher', 'services')]);
    rehearsal.crash('dispatcher');
    await rehearsal.stack.stop();
    await delay(2 * FIRST_PAUSE_MS);
    expect(rehearsal.events.filter((event) => event.endsWith('runs'))).toHaveLength(1);
  });
});
