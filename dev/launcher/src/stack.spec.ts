import { setTimeout as delay } from 'node:timers/promises';
import { untilTrue } from '@carillon/local-services';
import type { Phase } from '@carillon/stack';
import type { Part, RunningPart } from './parts/part';
import { Stack } from './stack';
import { Terminal } from './terminal';

const FIRST_PAUSE_MS = 20;

/** Parts with scripted behavior, and a record of their events. */
class Rehearsal {
  readonly events: string[] = [];
  readonly output: string[] = [];
  restarts = 0;
  readonly stack = new Stack(
    new Terminal((text) => void this.output.push(text)),
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

  /** A part that never becomes ready, and whose start is aborted by a stop. */
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
  it('stops workers first, and broker and database last, whatever the order of the start', async () => {
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

  it('names every part that does not start', async () => {
    const rehearsal = new Rehearsal();
    const failing = (name: string) =>
      rehearsal.part(name, 'services', () => Promise.reject(new Error(`no ${name}`)));
    await expect(rehearsal.stack.start([failing('account'), failing('campaign')])).rejects.toThrow(
      'no account\n\nno campaign',
    );
  });

  it('can be stopped during its start, and then starts no further parts', async () => {
    const rehearsal = new Rehearsal();
    const started = rehearsal.stack.start([rehearsal.slowPart('broker', 'broker')]);
    await Promise.all([expect(started).rejects.toThrow('given up'), rehearsal.stack.stop()]);
    await expect(rehearsal.stack.start([rehearsal.part('gateway', 'gateway')])).rejects.toThrow(
      /being stopped/,
    );
    expect(rehearsal.events).toEqual([]);
  });
});

describe('a part that ends unexpectedly', () => {
  it('is started again as often as needed, with a message', async () => {
    const rehearsal = new Rehearsal();
    const failures: (Error | null)[] = [null, new Error('port taken'), null];
    const start = (): Promise<void> => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    await rehearsal.stack.start([rehearsal.part('dispatcher', 'services', start)]);

    rehearsal.crash('dispatcher');

    expect(await untilTrue(() => Promise.resolve(rehearsal.restarts === 1), 30_000)).toBe(true);
    expect(rehearsal.events).toEqual(['dispatcher runs', 'dispatcher runs']);
    const output = rehearsal.output.join('');
    expect(output).toMatch(/ended unexpectedly \(signal SIGKILL\); starting it again in 0\.0 s/);
    expect(output).toMatch(/port taken; starting it again in 0\.0 s/);
    await rehearsal.stack.stop();
  });

  it('is not started again while the stack stops', async () => {
    const rehearsal = new Rehearsal();
    await rehearsal.stack.start([rehearsal.part('dispatcher', 'services')]);
    rehearsal.crash('dispatcher');
    await rehearsal.stack.stop();
    await delay(2 * FIRST_PAUSE_MS);
    expect(rehearsal.events.filter((event) => event.endsWith('runs'))).toHaveLength(1);
  });
});
