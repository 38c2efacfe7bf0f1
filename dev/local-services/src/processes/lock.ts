import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isStillRunning } from './process-identity';

const POLL_MS = 200;

export interface Lock {
  release(): Promise<void>;
}

/**
 * Runs the work while no other process on this machine works under the same lock file. The lock of a killed process
 * is void.
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  let lock = await tryLock(file);
  while (lock === null) {
    await delay(POLL_MS);
    lock = await tryLock(file);
  }
  return work().finally(() => lock.release());
}

/** Takes the lock until it is released or this process ends. Returns null if a living process holds it. */
export async function tryLock(file: string): Promise<Lock | null> {
  await mkdir(dirname(file), { recursive: true });
  await breakIfAbandoned(file);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${process.pid} ${identify(process.pid) ?? ''}`);
  try {
    // A link is atomic, so that no reader sees a lock without its holder.
    await link(draft, file);
    return { release: () => rm(file, { force: true }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function breakIfAbandoned(file: string): Promise<void> {
  const holder = await holderOf(file);
  // A missing lock has no owner. Renaming the path could then take the lock of another process.
  if (holder === null || isRunning(holder)) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  // Another process may have broken the lock first and hold a new one now. In that case, put the new lock back.
  const taken = await holderOf(aside);
  if (taken !== null && isRunning(taken)) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Returns the text that the holder wrote into a lock, or null if no lock exists. */
function holderOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

function isRunning(holder: string): boolean {
  const [pid = '', ...identity] = holder.split(' ');
  return isStillRunning(Number(pid), identity.join(' '));
}
