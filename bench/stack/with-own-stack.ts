import { SmtpSink } from '../sink/smtp-sink';
import { OwnStack } from './own-stack';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does something with a system that sends to a sink of its own; both are stopped afterwards, whatever happens. The exit
 * code of the process is set.
 */
export async function withOwnStack(
  variables: Readonly<Record<string, string>>,
  work: (sink: SmtpSink) => Promise<void>,
): Promise<void> {
  const interrupted = interruption();
  const sink = await SmtpSink.start();
  const starting = OwnStack.start({ ...variables, DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
  try {
    await Promise.race([starting.then(() => work(sink)), interrupted]);
  } catch (error) {
    complain(error);
  } finally {
    await starting.then((stack) => stack.stop()).catch(() => undefined);
    sink.stop();
  }
  // What was interrupted may still be asking a system that is gone.
  process.exit();
}

/** Says what went wrong; the process is to end with it. */
export function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Rejects when the process is asked to end. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of SIGNALS) process.on(signal, () => reject(new Error(`Stopped by ${signal}`)));
  });
}
