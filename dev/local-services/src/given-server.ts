import type { LocalServer, LocalServerOptions } from './local-server';
import { untilTrue } from './processes/server-process';

const GIVEN_MS = 60_000;

/** The handle of a server that somebody else runs, as soon as it answers; `shown` is its address without a password. Rejects when it does not within a minute. */
export async function givenServer(
  what: string,
  variable: string,
  shown: string,
  answers: () => Promise<boolean>,
  { say, signal }: LocalServerOptions,
): Promise<LocalServer> {
  say(`waiting for ${shown}, given by ${variable}`);
  if (!(await untilTrue(answers, GIVEN_MS, signal)))
    throw new Error(`The ${what} that ${variable} names, ${shown}, does not answer.`);
  const leave = (): Promise<void> => Promise.resolve();
  return { origin: `given by ${variable}`, exited: new Promise(() => undefined), stop: leave, kill: leave };
}

/** The address as it may be shown: the password as asterisks. What is not an address at all is not shown. */
export function withoutPassword(url: string): string {
  const shown = URL.parse(url);
  if (shown?.password) shown.password = '***';
  return shown?.href ?? 'a value that is not an address';
}
