import { jittered } from '@carillon/messaging';
import type { Logger } from './logger';
import { isQuiet, onActivity } from './quiet';

const LONGEST_PAUSE_MS = 5_000;
/** The maximum pause in a quiet process for work that only a crash can leave behind (milliseconds). */
export const QUIET_PAUSE_MS = 5_000;

/** true: more work waits; false: no more work at the moment; 'idle': the round found no work at all. */
export type RoundEnd = boolean | 'idle';

export interface BackgroundLoopOptions {
  /** The name of the work, for the log: "planning". */
  name: string;
  /** The pause between rounds if no more work waits (milliseconds). */
  everyMs: number;
  /**
   * The minimum pause after a round, regardless of the number of nudges (milliseconds); absent: none. All nudges within
   * this pause cause one round.
   */
  leastMs?: number;
  /**
   * The minimum pause after a round that nothing preceded within `leastMs` (milliseconds). It doubles with each round in
   * a row, up to `leastMs`; absent: `leastMs`.
   */
  firstLeastMs?: number;
  /** The maximum pause, which doubles with each consecutive idle round (milliseconds); absent: it does not grow. */
  idleMs?: number | undefined;
  /**
   * The maximum pause of idle rounds while the whole process is quiet (milliseconds); absent: as usual. The next message
   * ends a longer pause.
   */
  quietMs?: number | undefined;
  /** Runs one round. If more work waits, the next round starts immediately. */
  round: () => Promise<RoundEnd>;
  log: Logger;
  /** Varies the pauses after failures; absent: Math.random. */
  random?: () => number;
}

/**
 * Periodic work of a service: round after round, sooner when nudged, more rarely while it fails. Rounds never overlap.
 * A failure is logged when it begins and when it ends, not once per round.
 */
export class BackgroundLoop {
  private nudged = false;
  private stopping = false;
  private failures = 0;
  /** Consecutive idle rounds. */
  private idle = 0;
  /** Consecutive rounds with pauses of `leastMs` or less. */
  private inRow = 0;
  private wake: () => void = () => undefined;
  private running = Promise.resolve();

  constructor(private readonly options: BackgroundLoopOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Requests a round. Returns immediately. During a round, it requests another one. */
  nudge(): void {
    this.nudged = true;
    this.wake();
  }

  /** Finishes the round in progress, runs a round that was requested in the meantime, and stops. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.running;
    if (!this.nudged) return;
    this.nudged = false;
    await this.oneRound();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.nudged = false;
      const end = await this.oneRound();
      this.idle = end === 'idle' ? this.idle + 1 : 0;
      if (end !== true) await this.rest();
    }
  }

  private async oneRound(): Promise<RoundEnd> {
    const { name, log, round } = this.options;
    try {
      const end = await round();
      if (this.failures > 0) log.info(`${name} works again`);
      this.failures = 0;
      return end;
    } catch (error) {
      this.failures += 1;
      if (this.failures === 1) log.warn({ err: error }, `${name} failed and will be retried`);
      return false;
    }
  }

  /**
   * While it fails, a nudge does not shorten the pause, because more attempts don't restore an unavailable dependency.
   */
  private rest(): Promise<void> {
    const { everyMs, leastMs = 0, firstLeastMs = leastMs, idleMs = everyMs } = this.options;
    const { quietMs = idleMs, random } = this.options;
    const working = this.failures === 0;
    if (this.stopping || (this.nudged && working && leastMs === 0)) return Promise.resolve();
    const [doublings, longest] = working
      ? [Math.max(0, this.idle - 1), isQuiet() ? quietMs : idleMs]
      : [this.failures, LONGEST_PAUSE_MS];
    const regular = Math.min(everyMs * 2 ** doublings, Math.max(longest, everyMs));
    const usual = working ? regular : jittered(regular, random);
    const from = performance.now();
    const least = Math.min(leastMs, firstLeastMs * 2 ** this.inRow);
    return new Promise((resolve) => {
      let stayAsleep = (): void => undefined;
      const end = (): void => {
        stayAsleep();
        this.inRow = performance.now() - from > leastMs ? 0 : this.inRow + 1;
        resolve();
      };
      let timer = setTimeout(end, this.nudged && working ? least : usual);
      if (working && usual > Math.max(idleMs, everyMs))
        stayAsleep = onActivity(() => {
          clearTimeout(timer);
          timer = setTimeout(end, idleMs);
        });
      this.wake = () => {
        if (!working && !this.stopping) return;
        clearTimeout(timer);
        const left = from + least - performance.now();
        if (this.stopping || left <= 0) end();
        else timer = setTimeout(end, left);
      };
    });
  }
}
