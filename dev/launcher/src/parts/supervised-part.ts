import { setTimeout as delay } from 'node:timers/promises';
import { type Terminal, inSeconds } from '../terminal';
import type { Part, RunningPart } from './part';

const LONGEST_PAUSE_MS = 30_000;
/** The running time after which the next pause is the first pause again (milliseconds). */
const STEADY_MS = 60_000;

/** Keeps a part running until `stop`: restarts the part when it ends, with growing pauses. */
export class SupervisedPart<P extends Part = Part> {
  private readonly stopping = new AbortController();
  private running: RunningPart | undefined;
  /** The start or restart in progress. */
  private effort: Promise<void> = Promise.resolve();
  private pauseMs: number;

  constructor(
    readonly part: P,
    private readonly terminal: Terminal,
    /** Called after a restart. */
    private readonly onRestart: () => void,
    /** The first pause before a restart (milliseconds). */
    private readonly firstPauseMs: number,
  ) {
    this.pauseMs = firstPauseMs;
  }

  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** Rejects if the part does not start. A failed first start is not repeated. */
  start(): Promise<void> {
    const started = this.run();
    this.effort = started.catch(() => undefined);
    return started;
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    await this.effort;
    await this.running?.stop(graceMs);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    const begin = Date.now();
    const running = await this.part.start(this.stopping.signal);
    this.running = running;
    this.terminal.done(this.part.name, Date.now() - begin, running.note);
    const up = Date.now();
    void running.exited.then((ending) => {
      if (this.isStopping()) return;
      if (Date.now() - up > STEADY_MS) this.pauseMs = this.firstPauseMs;
      this.effort = this.startAgain(ending);
    });
  }

  private async startAgain(ending: string): Promise<void> {
    let why = `ended unexpectedly (${ending})`;
    while (!this.isStopping()) {
      this.terminal.failed(this.part.name, `${why}; starting it again in ${inSeconds(this.pauseMs)}`);
      await delay(this.pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
      if (this.isStopping()) return;
      try {
        await this.run();
        this.onRestart();
        return;
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
    }
  }
}
