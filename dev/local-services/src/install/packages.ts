import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServerOptions } from '../local-server';
import { type CommandResult, findProgram, runCommand } from '../processes/run-command';
import { whileLocked } from '../processes/lock';

const UPDATE_MS = 120_000;
const INSTALL_MS = 300_000;

/** The lock for the machine's packages and its policy, which all checkouts share. Only root writes to this path. */
const LOCK = '/run/carillon-packages.lock';
/** Debian runs this program before a package starts its service; exit code 101 forbids it. Source: invoke-rc.d(8). */
const POLICY = '/usr/sbin/policy-rc.d';
const SAVED_POLICY = '/usr/sbin/policy-rc.d.before-carillon';
const OUR_POLICY = '#!/bin/sh\n# carillon: no services while a package is being installed\nexit 101\n';

/** Installs Debian packages without starting their services. Rejects with the reason for a failure. */
export async function installPackages(
  packages: readonly string[],
  options: Pick<LocalServerOptions, 'environment' | 'note'>,
): Promise<void> {
  const environment = { ...options.environment, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const apt = async (timeoutMs: number, ...words: string[]): Promise<void> => {
    const args = ['-o', 'DPkg::Lock::Timeout=120', '-q', ...words];
    const { ok, failure } = await runCommand('apt-get', args, { environment, timeoutMs });
    if (!ok) throw new Error(failure);
  };
  if ((await findProgram('apt-get', options.environment.PATH)) === null)
    throw new Error('apt-get is not installed');
  if (process.getuid?.() !== 0) throw new Error('apt-get needs root, and this is not root');
  await whileLocked(LOCK, async () => {
    options.note(`installing ${packages.join(', ')} with apt-get`);
    await apt(UPDATE_MS, 'update');
    await withoutServices(() => apt(INSTALL_MS, 'install', '-y', '--no-install-recommends', ...packages));
  });
}

/** Disables the systemd units of a package, which would start at boot. Does nothing without systemd. */
export async function keepFromBooting(
  units: readonly string[],
  { environment }: LocalServerOptions,
): Promise<void> {
  if (!existsSync('/run/systemd/system')) return;
  await runCommand('systemctl', ['disable', '--quiet', ...units], { environment, timeoutMs: 20_000 });
}

async function withoutServices(work: () => Promise<void>): Promise<void> {
  const before = await readFile(POLICY, 'utf8').catch(() => null);
  // The policy belongs to a killed run of this code, so the original policy is already saved.
  if (before !== null && before !== OUR_POLICY) await rename(POLICY, SAVED_POLICY);
  await writeFile(POLICY, OUR_POLICY);
  await chmod(POLICY, 0o755);
  try {
    await work();
  } finally {
    if (existsSync(SAVED_POLICY)) await rename(SAVED_POLICY, POLICY);
    else await rm(POLICY, { force: true });
  }
}

const PIP_MS = 240_000;
const SHORT_MS = 60_000;

/** Packages that are downloaded together, in exact versions, with hashes if given. */
export interface Wheels {
  /** The name for messages: `mongod`. */
  name: string;
  /** Requirements in pip's format, one per line. No other packages are downloaded. */
  requirements: string;
  /** The packages that the index only has as source code, which pip builds. */
  sources?: readonly string[];
  /** Prepares the downloaded files for use, or rejects, before they are moved to their directory. */
  finish?: (directory: string) => Promise<void>;
  /** Debian packages to install together with pip if pip is missing. */
  packages?: readonly string[];
}

/**
 * Downloads wheels from the Python package index into a directory, either all of them or none. Rejects with the
 * reason for a failure.
 */
export async function fetchWheels(
  { name, requirements, sources = [], finish, packages = [] }: Wheels,
  target: string,
  options: LocalServerOptions,
): Promise<void> {
  const { environment, programs, note, signal } = options;
  const pip = (args: readonly string[], timeoutMs: number): Promise<CommandResult> =>
    runCommand('python3', ['-m', 'pip', ...args], { environment, timeoutMs, signal });
  if (!(await pip(['--version'], SHORT_MS)).ok)
    await installPackages(['python3-pip', ...packages], options).catch((error: unknown) => {
      throw new Error(`pip is not installed, and ${error instanceof Error ? error.message : String(error)}`);
    });
  note(`fetching ${name} with pip`);
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const list = join(draft, 'requirements.txt');
  await writeFile(list, requirements);
  const built = sources.map((each) => `--no-binary=${each}`);
  const install = ['install', '--no-deps', '--only-binary=:all:', ...built, '--no-cache-dir', '--quiet'];
  const fetched = await pip([...install, '--target', draft, '-r', list], PIP_MS);
  if (!fetched.ok) {
    const log = join(programs, 'pip.log');
    await writeFile(log, fetched.output);
    throw new Error(`${fetched.failure} (its whole output is in ${log})`);
  }
  await finish?.(draft);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}
