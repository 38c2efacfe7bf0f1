import { type ChildProcess, type StdioOptions, fork } from 'node:child_process';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { endsWithin } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { Files } from '../attached-files';
import { type OpenedSender, type ProviderResult, type SendTerms, notStarted } from '../provider';

/** Everything that the isolated process needs to send one message. */
export interface IsolatedSend {
  content: PublishedContent;
  files: Files;
  sender: OpenedSender;
  recipient: LeasedRecipient;
  terms: SendTerms;
}

/** A message from the isolated process: it is ready for a send, or the result of a send. */
export type IsolatedAnswer = 'ready' | ProviderResult;

/** The argument that makes a worker's main.ts the isolated process. */
export const ISOLATED = 'isolated';

/** The JavaScript memory of the isolated process (MB): many times that of the largest message. */
const HEAP_MB = 256;
/** How long the process may take to become ready (milliseconds). */
const READY_MS = 20_000;
/** How long the process may take beyond the time limit of a send, before it is ended (milliseconds). */
const GRACE_MS = 2_000;
/** How often the lease of a message is checked while it is being sent (milliseconds). */
const ASK_EVERY_MS = 250;
/** How much of the process's error output is logged when the process dies (characters). */
const STDERR_LENGTH = 1_000;
/** The process ends after this idle time (milliseconds). */
const IDLE_MS = 60_000;

let mainFile: string | null = null;

/** Names the main.ts that the isolated process runs. Without it, sends are not isolated. */
export function isolateBy(file: string): void {
  mainFile = file;
}

/**
 * Sends messages in a separate process, one at a time. A message that kills the process is in doubt, and the worker and
 * its other sends continue.
 */
@Injectable()
export class IsolatedSends {
  private child: ChildProcess | null = null;
  private lastStderr = '';
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();
  /** Resolves when the process is ready for the next send, or was terminated because it isn't. */
  private rest: Promise<void> = Promise.resolve();
  private closings = 0;

  constructor(private readonly log: Logger) {}

  get isPossible(): boolean {
    return mainFile !== null;
  }

  /**
   * Waits until no other message is being sent. Resolves with a function that ends the turn as soon as the process is
   * ready for the next message.
   */
  async turn(): Promise<() => Promise<void>> {
    const before = this.last;
    let end = (): void => undefined;
    this.last = new Promise((resolve) => (end = resolve));
    await before;
    return async () => {
      await this.rest;
      end();
    };
  }

  /**
   * Never rejects. `unknown`: the message killed the process, the process didn't respond in time, or the lease was lost
   * in the meantime.
   */
  async send(send: IsolatedSend): Promise<ProviderResult> {
    clearTimeout(this.idle);
    const { closings } = this;
    await this.rest;
    const child = closings === this.closings ? await this.started() : null;
    if (!child) return { kind: 'failed', reason: 'WORKER_ERROR', permanent: false, code: null };
    const { mayDeliver = () => true, ...terms } = send.terms;
    if (!mayDeliver()) return notStarted;
    const ready = answerOf(child, isReady);
    child.send({ ...send, terms }, (error) => error && child.kill('SIGKILL'));
    const limit = limitOf(terms.timeoutMs + GRACE_MS, mayDeliver);
    const result = await answerOf(child, isResult, limit.signal).finally(limit.end);
    if (result !== null) {
      this.rest = endsWithin(READY_MS, ready).then((inTime) => {
        if (!inTime) this.endProcess();
      });
      this.idle = setTimeout(() => this.endProcess(), IDLE_MS).unref();
      return result;
    }
    this.endProcess();
    const about = { position: send.recipient.i, stderr: this.lastStderr };
    if (mayDeliver()) this.log.error(about, 'a message terminated the process that sent it');
    else this.log.warn(about, 'a message was aborted because its lease was lost');
    return { kind: 'unknown', reason: 'WORKER_ERROR', code: null };
  }

  /** Ends the process; a send that has not begun does not begin. */
  close(): void {
    this.closings += 1;
    this.endProcess();
  }

  private endProcess(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  /** Returns the process as soon as it is ready, or null if it cannot be started: nothing was sent then. */
  private async started(): Promise<ChildProcess | null> {
    if (this.child?.connected === true) return this.child;
    if (mainFile === null) return null;
    const execArgv = [...process.execArgv, `--max-old-space-size=${HEAP_MB}`];
    const stdio: StdioOptions = ['ignore', 'inherit', 'pipe', 'ipc'];
    const child = fork(mainFile, [ISOLATED], { execArgv, serialization: 'advanced', stdio });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastStderr = text.slice(0, STDERR_LENGTH);
    });
    child.on('error', (error) => this.log.error({ err: error }, 'the process for isolated sends failed'));
    this.child = child;
    if (await answerOf(child, isReady, AbortSignal.timeout(READY_MS))) return child;
    this.endProcess();
    return null;
  }
}

/** A signal that is aborted after this time, or soon after `mayGoOn` has returned false; `end` stops the checks. */
function limitOf(milliseconds: number, mayGoOn: () => boolean): { signal: AbortSignal; end: () => void } {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), milliseconds);
  const check = setInterval(() => {
    if (!mayGoOn()) limit.abort();
  }, ASK_EVERY_MS);
  const end = (): void => {
    clearTimeout(late);
    clearInterval(check);
  };
  return { signal: limit.signal, end };
}

const isReady = (answer: IsolatedAnswer): answer is 'ready' => answer === 'ready';
const isResult = (answer: IsolatedAnswer): answer is ProviderResult => answer !== 'ready';

/**
 * Resolves with the next matching message of the process, or with null if the process ends or the signal is aborted
 * first.
 */
function answerOf<A extends IsolatedAnswer>(
  child: ChildProcess,
  is: (answer: IsolatedAnswer) => answer is A,
  limit?: AbortSignal,
): Promise<A | null> {
  return new Promise((resolve) => {
    const end = (answer: A | null): void => {
      child.off('message', receive).off('exit', none).off('error', none);
      limit?.removeEventListener('abort', none);
      resolve(answer);
    };
    const receive = (message: unknown): void => {
      const answer = message as IsolatedAnswer;
      if (is(answer)) end(answer);
    };
    const none = (): void => end(null);
    child.on('message', receive).on('exit', none).on('error', none);
    limit?.addEventListener('abort', none);
  });
}
