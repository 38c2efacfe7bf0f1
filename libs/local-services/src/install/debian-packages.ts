import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import type { LocalServerOptions } from '../local-server';
import { findProgram, runCommand } from '../processes/run-command';
import { whileLocked } from './lock';

const UPDATE_MS = 120_000;
const INSTALL_MS = 300_000;

/** The machine's packages and its policy are one for all checkouts; only root writes here. */
const LOCK = '/run/carillon-packages.lock';
/** Debian asks this program before a package starts its service; 101 is "no". Source: invoke-rc.d(8). */
const POLICY = '/usr/sbin/policy-rc.d';
const SAVED_POLICY = '/usr/sbin/policy-rc.d.before-carillon';
const OUR_POLICY = '#!/bin/sh\n# carillon: no services while a package is being installed\nexit 101\n';

/** Installs Debian packages without starting their services. Rejects with what stands in the way. */
export async function installPackages(
  packages: readonly string[],
  options: LocalServerOptions,
): Promise<void> {
  const environment = { ...options.environment, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const apt = async (timeoutMs: number, ...words: string[]): Promise<void> => {
    const args = ['-o', 'DPkg::Lock::Timeout=120', '-q', ...words];
    const { ok, failure } = await runCommand('apt-get', args, { environment, timeoutMs });
    if (!ok) throw new Error(failure);
  };
  if ((await findProgram('apt-get', options.environment.PATH)) === null)
    throw new Error('apt-get is not there');
  if (process.getuid?.() !== 0) throw new Error('apt-get needs root, and this is not root');
  await whileLocked(LOCK, async () => {
    options.say(`installing ${packages.join(', ')} with apt-get`);
    await apt(UPDATE_MS, 'update');
    await withoutServices(() => apt(INSTALL_MS, 'install', '-y', '--no-install-recommends', ...packages));
  });
}

/** A package's unit would start with the machine; where systemd runs, that is switched off again. */
export async function keepFromBooting(
  units: readonly string[],
  { environment }: LocalServerOptions,
): Promise<void> {
  if (!existsSync('/run/systemd/system')) return;
  await runCommand('systemctl', ['disable', '--quiet', ...units], { environment, timeoutMs: 20_000 });
}

async function withoutServices(work: () => Promise<void>): Promise<void> {
  const before = await readFile(POLICY, 'utf8').catch(() => null);
  // Ours from a run that was killed: what was there before it is already saved.
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
