import { isFree, reservePort } from '@carillon/local-services';

/** The number of ports after the default to try. */
const TRIES = 50;

/**
 * Chooses a public port. If the variable requests a port, it must be free. Otherwise, chooses the first free port,
 * starting at the default, that no other stack has chosen: the other stack's gateway may start to listen only later.
 */
export async function choosePort(
  variable: string,
  usual: number,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const requested = environment[variable]?.trim();
  if (requested) return askedFor(variable, requested);
  for (let port = usual; port < usual + TRIES; port++) {
    if ((await reservePort(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No port from ${usual} to ${usual + TRIES - 1} is free. Set ${variable} to a free port.`);
}

async function askedFor(variable: string, requested: string): Promise<number> {
  const port = Number(requested);
  if (!/^\d{1,5}$/.test(requested) || port < 1 || port > 65_535) {
    throw new Error(`${variable}: read "${requested}", expected a port from 1 to 65535.`);
  }
  if (!(await isFree(port))) throw new Error(`${variable}: port ${port} is taken by another program.`);
  return port;
}
