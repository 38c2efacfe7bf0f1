import { setTimeout as delay } from 'node:timers/promises';
import { stopPhases } from '@carillon/stack';
import type { Part } from './parts/part';
import { SupervisedPart } from './parts/supervised-part';
import type { Terminal } from './terminal';

const FIRST_PAUSE_MS = 1_000;
/**
 * The time after the first failure in which other failures are collected, so that they are reported together
 * (milliseconds).
 */
const MORE_FAILURES_MS = 2_000;

/** All parts of a running system. They are started in parallel and stopped phase by phase. */
export class Stack {
  private readonly parts: SupervisedPart[] = [];
  private stopping = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly onRestart: () => void,
    private readonly firstPauseMs = FIRST_PAUSE_MS,
  ) {}

  /**
   * Starts these parts concurrently, and resolves when all are ready. Rejects with the parts that do not start. The
   * other parts keep running.
   */
  async start<P extends Part>(parts: readonly P[]): Promise<SupervisedPart<P>[]> {
    if (this.stopping) throw new Error('the stack is being stopped');
    const { terminal, onRestart, firstPauseMs } = this;
    const supervised = parts.map((part) => new SupervisedPart(part, terminal, onRestart, firstPauseMs));
    this.parts.push(...supervised);
    await allOrReasons(supervised.map((part) => part.start()));
    return supervised;
  }

  /** Stops all parts that have been started or are starting. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const { phase, graceMs } of stopPhases) {
      const parts = this.parts.filter(({ part }) => part.phase === phase);
      const running = parts.filter(({ pid }) => pid !== undefined);
      const begin = Date.now();
      await Promise.all(parts.map((part) => part.stop(graceMs)));
      if (running.length > 0) this.terminal.done(phase, Date.now() - begin, 'stopped');
    }
  }
}

/** Resolves when all starts resolve. Rejects soon after the first rejection, with all reasons up to then. */
async function allOrReasons(starts: Promise<void>[]): Promise<void> {
  const reasons: string[] = [];
  const settled = starts.map((start) =>
    start.catch((error: unknown) => {
      reasons.push(error instanceof Error ? error.message : String(error));
    }),
  );
  const collected = new AbortController();
  const moreFailures = (): Promise<unknown> =>
    Promise.race([Promise.all(settled), delay(MORE_FAILURES_MS, undefined, { signal: collected.signal })]);
  await Promise.all(starts).catch(moreFailures);
  collected.abort();
  if (reasons.length > 0) throw new Error(reasons.join('\n\n'));
}
