import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import type { Environment, LocalServerOptions } from '../local-server';
import { runCommand } from '../processes/run-command';
import { findProgram } from '../processes/find-program';
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
  const environment: Environment = {
    ...options.environment,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  };
  if ((await findProgram('apt-get', environment.PATH)) === null) throw new Error('apt-get is not there');
  if (process.getuid?.() !== 0) throw new Error('apt-get needs root, and this is not root');
  await whileLocked(LOCK, async () => {
    options.say(`installing ${packages.join(', ')} with apt-get`);
    const apt = ['-o', 'DPkg::Lock::Timeout=120', '-q'];
    const update = await runCommand('apt-get', [...apt, 'update'], { environment, timeoutMs: UPDATE_MS });
    if (!update.ok) throw new Error(update.failure);
    const install = await withoutServices(() =>
      runCommand('apt-get', [...apt, 'install', '-y', '--no-install-recommends', ...packages], {
        environment,
        timeoutMs: INSTALL_MS,
      }),
    );
    if (!install.ok) throw new Error(install.failure);
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

async function withoutServices<T>(work: () => Promise<T>): Promise<T> {
  const before = await readFile(POLICY, 'utf8').catch(() => null);
  // Ours from a run that was killed: what was there before it is already saved.
  if (before !== null && before !== OUR_POLICY) await rename(POLICY, SAVED_POLICY);
  await writeFile(POLICY, OUR_POLICY);
  await chmod(POLICY, 0o755);
  try {
    return await work();
  } finally {
    if (existsSync(SAVED_POLICY)) await rename(SAVED_POLICY, POLICY);
    else await rm(POLICY, { force: true });
  }
}
