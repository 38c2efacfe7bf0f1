import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isStillRunning } from '../processes/process-identity';

const POLL_MS = 200;

export interface Lock {
  release(): Promise<void>;
}

/**
 * Runs the work while no other process of this machine does under the same lock file. The lock of a process that
 * was killed does not count.
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  let lock = await tryLock(file);
  while (lock === null) {
    await delay(POLL_MS);
    lock = await tryLock(file);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Takes the lock for as long as this process lives or until it is released. Null: a living process holds it. */
export async function tryLock(file: string): Promise<Lock | null> {
  await mkdir(dirname(file), { recursive: true });
  const mine = `${process.pid} ${identify(process.pid) ?? ''}`;
  await breakIfAbandoned(file);
  if (!(await acquire(file, mine))) return null;
  return { release: () => rm(file, { force: true }) };
}

/** A link appears whole or not at all, so that nobody ever reads a lock without its holder. */
async function acquire(file: string, holder: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, holder);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (isObject(error) && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function breakIfAbandoned(file: string): Promise<void> {
  const holder = await readFile(file, 'utf8').catch(() => null);
  if (holder === null || isHeld(holder)) return;
  const aside = `${file}.${randomUUID()}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  // Somebody else may have broken it first and hold it by now: then it is put back.
  if (isHeld(await readFile(aside, 'utf8'))) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

function isHeld(holder: string): boolean {
  const [pid = '', ...identity] = holder.split(' ');
  return isStillRunning(Number(pid), identity.join(' '));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
