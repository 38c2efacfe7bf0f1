import { AppError } from '@carillon/contracts';
import { BackgroundLoop, type Logger } from '@carillon/platform';

/** Between two requests (milliseconds). */
const PAUSE_MS = 100;
/** A request is made as soon as there is something to look up; the loop needs an interval all the same (milliseconds). */
const IDLE_MS = 60_000;
/** Looked up by one request. */
const AT_ONCE = 1_000;

interface Question<T> {
  answer: Promise<T | null>;
  settle: (found: T | null) => void;
  fail: (error: unknown) => void;
}

/**
 * Looks up names that strangers can invent: batched into one request at a time. Existing names are found slightly
 * later, and a flood of others costs the service almost nothing.
 */
export class GatheredLookUps<T> {
  private readonly questions = new Map<string, Question<T>>();
  private readonly loop: BackgroundLoop;
  private isStopped = false;

  /** @param ask returns the existing ones of at most a thousand names */
  constructor(
    name: string,
    private readonly ask: (names: string[]) => Promise<ReadonlyMap<string, T>>,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name,
      everyMs: IDLE_MS,
      leastMs: PAUSE_MS,
      round: () => this.askSome(),
      log,
    });
  }

  start(): void {
    this.loop.start();
  }

  /** Pending and later look-ups fail because the service is unavailable. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.loop.stop();
    for (const { fail } of this.questions.values()) fail(new AppError('service_unavailable'));
    this.questions.clear();
  }

  /** Returns null for unknown names. @throws errors of `ask` */
  find(name: string): Promise<T | null> {
    if (this.isStopped) return Promise.reject(new AppError('service_unavailable'));
    const question = this.questions.get(name) ?? newQuestion<T>();
    this.questions.set(name, question);
    this.loop.nudge();
    return question.answer;
  }

  private async askSome(): Promise<false> {
    const some = new Map([...this.questions].slice(0, AT_ONCE));
    for (const name of some.keys()) this.questions.delete(name);
    if (some.size > 0) await this.askAll(some);
    if (this.questions.size > 0) this.loop.nudge();
    return false;
  }

  /** A failure rejects all waiting callers. */
  private async askAll(questions: ReadonlyMap<string, Question<T>>): Promise<void> {
    try {
      const found = await this.ask([...questions.keys()]);
      for (const [name, { settle }] of questions) settle(found.get(name) ?? null);
    } catch (error) {
      for (const { fail } of questions.values()) fail(error);
    }
  }
}

function newQuestion<T>(): Question<T> {
  const { promise: answer, resolve: settle, reject: fail } = Promise.withResolvers<T | null>();
  return { answer, settle, fail };
}
