import { type ChildProcess, type StdioOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type OpenedIntegration, type ProviderResult, type SendTerms, notStarted } from '../provider';

/** Everything that it takes to send one message. */
export interface IsolatedSend {
  content: PublishedContent;
  integration: OpenedIntegration;
  recipient: LeasedRecipient;
  terms: SendTerms;
}

/** What the isolated process says: that it is ready for the first send, or how a send ended. */
export type IsolatedAnswer = 'ready' | ProviderResult;

/** The argument that tells a worker's main.ts to be the isolated process. */
export const ISOLATED = 'isolated';

/** The memory of JavaScript in the isolated process (MB): many times what the biggest message takes. */
const HEAP_MB = 256;
const READY_MS = 20_000;
/** How long the process may take beyond the time limit of a send, before it is ended (milliseconds). */
const GRACE_MS = 2_000;
/** The part of its error output that is logged when it dies (characters). */
const LAST_WORDS = 1_000;
/** The process ends when nothing was sent for so long (milliseconds). */
const IDLE_MS = 60_000;

let mainFile: string | null = null;

/** Names the main.ts that the isolated process runs. Without it, sends are not isolated. */
export function isolateBy(file: string): void {
  mainFile = file;
}

/**
 * Sends messages in a process of its own, one at a time: what kills that process is in doubt, and the worker and its other
 * sends go on.
 */
@Injectable()
export class IsolatedSends {
  private child: ChildProcess | null = null;
  private lastWords = '';
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly log: Logger) {}

  get isPossible(): boolean {
    return mainFile !== null;
  }

  /** Resolves when no other message is being sent, with the function that ends the turn. */
  async turn(): Promise<() => Promise<void>> {
    const before = this.last;
    let end = (): void => undefined;
    this.last = new Promise((resolve) => (end = resolve));
    await before;
    return () => {
      end();
      return Promise.resolve();
    };
  }

  /** Never rejects. `unknown`: the process died of it, or did not answer in time. */
  async send(send: IsolatedSend): Promise<ProviderResult> {
    clearTimeout(this.idle);
    const child = await this.started();
    if (!child) return { kind: 'failed', reason: 'WORKER_ERROR', permanent: false, code: null };
    const limit = AbortSignal.timeout(send.terms.timeoutMs + GRACE_MS);
    const { mayDeliver = () => true, ...terms } = send.terms;
    if (!mayDeliver()) return notStarted;
    child.send({ ...send, terms }, (error) => error && child.kill('SIGKILL'));
    const result = await answerOf(child, limit);
    if (result !== null && result !== 'ready') {
      this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
      return result;
    }
    this.close();
    this.log.error(
      { position: send.recipient.i, stderr: this.lastWords },
      'a message ended the process that sent it',
    );
    return { kind: 'unknown', reason: 'WORKER_ERROR', code: null };
  }

  close(): void {
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
      this.lastWords = text.slice(0, LAST_WORDS);
    });
    child.on('error', (error) => this.log.error({ err: error }, 'the process for isolated sends failed'));
    this.child = child;
    if ((await answerOf(child, AbortSignal.timeout(READY_MS))) === 'ready') return child;
    this.close();
    return null;
  }
}

/** Resolves with the next message of the process; with null if it ends, or the signal comes first. */
async function answerOf(child: ChildProcess, limit: AbortSignal): Promise<IsolatedAnswer | null> {
  const settled = new AbortController();
  const signal = AbortSignal.any([limit, settled.signal]);
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([answer]) => answer as IsolatedAnswer),
      once(child, 'exit', { signal }).then(() => null),
    ]);
  } catch {
    return null;
  } finally {
    settled.abort();
  }
}
