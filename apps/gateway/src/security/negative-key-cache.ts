import { MAX_KEYS, type Principal } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Between two requests (milliseconds). */
const PAUSE_MS = 100;
/** A request is made as soon as there is a key to look up; the loop needs an interval all the same (milliseconds). */
const IDLE_MS = 60_000;

interface Question {
  answer: Promise<Principal | null>;
  settle: (principal: Principal | null) => void;
  fail: (error: unknown) => void;
}

/**
 * Looks up keys from networks with many invalid ones, or beyond the rate of single lookups: all keys of a moment in
 * one request, one request at a time. A valid key among them is found slightly later, and a flood of made-up ones
 * costs the account service next to nothing.
 */
@Injectable()
export class NegativeKeyCache implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly questions = new Map<string, Question>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly messenger: Messenger,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'looking up suspect keys',
      everyMs: IDLE_MS,
      leastMs: PAUSE_MS,
      round: () => this.askSome(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * The principal of the key with this hash; null if it is unknown. @throws AppError service_unavailable or timeout.
   */
  readonly find = (keyHash: string): Promise<Principal | null> => {
    const question = this.questions.get(keyHash) ?? newQuestion();
    this.questions.set(keyHash, question);
    this.loop.nudge();
    return question.answer;
  };

  private async askSome(): Promise<false> {
    const some = [...this.questions].slice(0, MAX_KEYS);
    for (const [keyHash] of some) this.questions.delete(keyHash);
    if (some.length > 0) await this.askAll(new Map(some));
    if (this.questions.size > 0) this.loop.nudge();
    return false;
  }

  /** A failure rejects all waiting callers. */
  private async askAll(questions: ReadonlyMap<string, Question>): Promise<void> {
    try {
      const keyHashes = [...questions.keys()];
      const { found } = await this.messenger.request('account.authenticate-many', { keyHashes });
      for (const { keyHash, principal } of found) questions.get(keyHash)?.settle(principal);
      for (const { settle } of questions.values()) settle(null);
    } catch (error) {
      for (const { fail } of questions.values()) fail(error);
    }
  }
}

function newQuestion(): Question {
  const { promise: answer, resolve: settle, reject: fail } = Promise.withResolvers<Principal | null>();
  return { answer, settle, fail };
}
