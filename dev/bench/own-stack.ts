import { LaunchedStack } from '@carillon/stack';
import { SmtpSink } from './sink/smtp-sink';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Variables = Readonly<Record<string, string>>;

/** Runs `work` on a new stack that sends to a new sink. Stops both afterward, also after an error. */
export async function withOwnStack(
  variables: Variables,
  work: (sink: SmtpSink) => Promise<void>,
): Promise<void> {
  const sink = await SmtpSink.start();
  const mail = { DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}` };
  await withStack(
    { ...variables, ...mail },
    () => work(sink),
    () => sink.stop(),
  );
}

/** Runs `work` on a new stack, stops the stack, also after an error, and ends the process. */
export async function withStack(
  variables: Variables,
  work: () => Promise<void>,
  afterwards: () => Promise<void> | void = () => undefined,
): Promise<void> {
  const interrupted = interruption();
  const starting = LaunchedStack.start('bench', variables);
  try {
    await Promise.race([starting.then(work), interrupted]);
  } catch (error) {
    complain(error);
  } finally {
    await starting.then((stack) => stack.stop()).catch(() => undefined);
    await afterwards();
  }
  // Interrupted work may still be waiting for the stopped stack.
  process.exit();
}

/** Prints an error and sets the exit code to 1. */
export function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Rejects when the process receives a request to end. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of SIGNALS) process.on(signal, () => reject(new Error(`Stopped by ${signal}`)));
  });
}
