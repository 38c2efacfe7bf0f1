import { parentPort } from 'node:worker_threads';
import { TooComplex } from '@carillon/content';
import type { ThreadAnswer } from './bounded-thread';

/** Makes the current thread do jobs one after another, for a `BoundedThread`. */
export function serveJobs<Result>(work: (job: never) => Result | Promise<Result>): void {
  const port = parentPort;
  const answerTo = async (job: never): Promise<ThreadAnswer<Result>> => {
    try {
      return { done: await work(job) };
    } catch (error) {
      if (error instanceof TooComplex) return { tooComplex: error.message };
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  port?.on(
    'message',
    (job: unknown) => void answerTo(job as never).then((answer) => port.postMessage(answer)),
  );
  port?.postMessage('ready' satisfies ThreadAnswer<Result>);
}
