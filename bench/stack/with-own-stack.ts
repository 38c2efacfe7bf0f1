import { SmtpSink } from '../sink/smtp-sink';
import { OwnStack } from './own-stack';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Variables = Readonly<Record<string, string>>;

/** Does something with a system that sends to a sink of its own; both are stopped afterwards, whatever happens. */
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

/** Does something with a system, which is stopped afterwards, whatever happens. The exit code of the process is set. */
export async function withStack(
  variables: Variables,
  work: () => Promise<void>,
  afterwards: () => void = () => undefined,
): Promise<void> {
  const interrupted = interruption();
  const starting = OwnStack.start(variables);
  try {
    await Promise.race([starting.then(work), interrupted]);
  } catch (error) {
    complain(error);
  } finally {
    await starting.then((stack) => stack.stop()).catch(() => undefined);
    afterwards();
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
