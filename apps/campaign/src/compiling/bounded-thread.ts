import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TooComplex } from '@carillon/content';

/** A message from the thread: ready (the first one), or the result of a job. */
export type ThreadAnswer<Result> = 'ready' | { done: Result } | { tooComplex: string } | { failure: string };

/** The JavaScript memory of the thread (MiB): many times what the largest allowed email needs. */
const HEAP_MIB = 192;

/** The CPU time limit of one email (milliseconds). */
export interface ThreadLimits {
  /** CPU time, regardless of the load of the machine. */
  processorMs: number;
  /** The total time limit, for delays that don't use the CPU. */
  totalMs: number;
}

/** How long a thread without emails is kept (milliseconds). It takes about 40 MiB, and less than a second to start. */
const KEPT_MS = 5 * 60_000;

/** How often the CPU time is checked (milliseconds). */
const LOOK_MS = 100;

/**
 * A thread that does one job for an email at a time. It starts with the first email, and ends after some time without
 * emails. An email that hangs or kills it is rejected, and the next email gets a new thread.
 */
export class BoundedThread<Job, Result> {
  private worker: Promise<Worker> | null = null;
  private end: NodeJS.Timeout | undefined;

  /** @param file the program of the thread */
  constructor(
    private readonly file: string,
    private readonly limits: ThreadLimits,
    private readonly keptMs = KEPT_MS,
  ) {}

  /** Call this method for one email at a time. @throws TooComplex, also if the email takes too much time or memory */
  async run(job: Job): Promise<Result> {
    clearTimeout(this.end);
    const worker = await this.started();
    const limit = await limitOf(worker, this.limits);
    try {
      worker.postMessage(job);
      const answer = await answerOf<Result>(worker, limit.signal);
      if (typeof answer === 'object' && 'done' in answer) return answer.done;
      if (typeof answer === 'object' && 'tooComplex' in answer) throw new TooComplex(answer.tooComplex);
      throw new Error(`An email could not be compiled: ${answer === 'ready' ? answer : answer.failure}`);
    } catch (error) {
      if (error instanceof TooComplex) throw error;
      await this.close();
      if (limit.signal.aborted) throw new TooComplex('The HTML of the email takes too long to parse');
      if (isOutOfMemory(error)) throw new TooComplex('The HTML of the email takes too much memory to parse');
      throw error;
    } finally {
      limit.end();
      this.end = setTimeout(() => void this.close(), this.keptMs).unref();
    }
  }

  /** Terminates the thread in any state. */
  async close(): Promise<void> {
    clearTimeout(this.end);
    const worker = this.worker;
    this.worker = null;
    await (await worker?.catch(() => undefined))?.terminate();
  }

  private started(): Promise<Worker> {
    if (this.worker) return this.worker;
    const starting = startThread(this.file, () => {
      if (this.worker === starting) this.worker = null;
    });
    this.worker = starting;
    return starting;
  }
}

/** Starts a thread that doesn't keep the process alive. An error between two emails does not end the process. */
async function startThread(file: string, onEnd: () => void): Promise<Worker> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
  worker.unref();
  worker.on('error', onEnd).on('exit', onEnd);
  await answerOf(worker);
  return worker;
}

/** A signal that fires when the thread has used its CPU time from now on. `end` stops the checks. */
async function limitOf(
  worker: Worker,
  { processorMs, totalMs }: ThreadLimits,
): Promise<{ signal: AbortSignal; end: () => void }> {
  const limit = new AbortController();
  const before = await worker.cpuUsage();
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage(before);
    if ((user + system) / 1_000 > processorMs) limit.abort();
  };
  // A thread that has ended in the meantime has no usage. Its end is detected elsewhere.
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  const late = setTimeout(() => limit.abort(), totalMs);
  const end = (): void => {
    clearInterval(looking);
    clearTimeout(late);
  };
  return { signal: limit.signal, end };
}

/** Resolves with the next message. Rejects if the thread ends or the signal fires first. */
async function answerOf<Result>(worker: Worker, signal?: AbortSignal): Promise<ThreadAnswer<Result>> {
  const over = new AbortController();
  const signals = signal ? [signal, over.signal] : [over.signal];
  const until = { signal: AbortSignal.any(signals) };
  const ended = once(worker, 'exit', until).then(([code]) => {
    throw new Error(`The thread has ended with ${String(code)}`);
  });
  try {
    const [answer] = (await Promise.race([once(worker, 'message', until), ended])) as [ThreadAnswer<Result>];
    return answer;
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
