import type { LocalServer, LocalServerOptions } from './local-server';
import { untilTrue } from './processes/server-process';

const GIVEN_MS = 60_000;

/**
 * Returns the handle of an existing server as soon as the server responds. `shown` is the URL without a password.
 * Rejects if the server does not respond within a minute.
 */
export async function givenServer(
  what: string,
  variable: string,
  shown: string,
  answers: () => Promise<boolean>,
  { note, signal }: LocalServerOptions,
): Promise<LocalServer> {
  note(`waiting for ${shown}, given by ${variable}`);
  if (!(await untilTrue(answers, GIVEN_MS, signal)))
    throw new Error(`The ${what} that ${variable} names, ${shown}, does not respond.`);
  const leave = (): Promise<void> => Promise.resolve();
  return { origin: `given by ${variable}`, exited: new Promise(() => undefined), stop: leave, kill: leave };
}

/** Returns the URL with asterisks in place of the password. A value that is not a URL is not shown. */
export function withoutPassword(url: string): string {
  const shown = URL.parse(url);
  if (shown?.password) shown.password = '***';
  return shown?.href ?? 'a value that is not an address';
}
