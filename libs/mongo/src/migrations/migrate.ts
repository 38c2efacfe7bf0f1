import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@carillon/contracts';
import type { Connection } from 'mongoose';
import type { Logger } from '@carillon/platform';
import { bringIndexesUpToDate } from './indexes';
import type { Migration } from './migration';
import { MigrationStore } from './migration-store';

/** How long a crashed process blocks others from migrating (milliseconds). */
const LOCK_MS = 30_000;
const LOOK_AGAIN_MS = 500;

export interface MigrateOptions {
  log: Logger;
  lockMs?: number;
}

/** The result of the migration. */
export interface Migrated {
  /** The names of the migrations that were applied, in their order. */
  applied: string[];
  replacedIndexes: number;
}

/**
 * Applies the missing migrations of the database, one after another, then updates the indexes. Only one process does
 * this at a time. Others wait, and then find no missing migrations.
 * @throws errors of a migration; it is applied again next time
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { log, lockMs = LOCK_MS }: MigrateOptions,
): Promise<Migrated> {
  const store = new MigrationStore(connection);
  const holder = newId();
  await takeLock(store, holder, lockMs, log);
  const lost = new AbortController();
  const over = new AbortController();
  const renewing = keepLock(store, holder, lockMs, over.signal).catch((error: unknown) => lost.abort(error));
  try {
    const applied = await applyMissing(connection, store, migrations, lost.signal, log);
    return { applied, replacedIndexes: await bringIndexesUpToDate(connection, log) };
  } finally {
    over.abort();
    await renewing;
    await store.unlock(holder);
  }
}

async function applyMissing(
  connection: Connection,
  store: MigrationStore,
  migrations: readonly Migration[],
  lost: AbortSignal,
  log: Logger,
): Promise<string[]> {
  const known = await store.applied();
  const missing = inOrder(migrations).filter(({ number }) => !known.has(number));
  for (const migration of missing) {
    const { number, name } = migration;
    log.info({ number, name }, 'applying a migration');
    await migration.run(connection, lost, log);
    lost.throwIfAborted();
    await store.noteApplied(migration);
  }
  return missing.map(({ name }) => name);
}

async function takeLock(store: MigrationStore, holder: string, lockMs: number, log: Logger): Promise<void> {
  for (let waits = 0; !(await store.lock(holder, lockMs)); waits++) {
    if (waits === 0) log.info('waiting for another process that migrates this database');
    await delay(LOOK_AGAIN_MS);
  }
}

/** Renews the lock until `over` is aborted. Rejects when the lock is lost. */
async function keepLock(
  store: MigrationStore,
  holder: string,
  lockMs: number,
  over: AbortSignal,
): Promise<void> {
  const pause = (): Promise<boolean> => delay(lockMs / 3, true, { signal: over }).catch(() => false);
  while (await pause()) {
    if (!(await store.renew(holder, lockMs))) throw new Error('Another process has started to migrate');
  }
}

/** @throws Error if two have the same number */
function inOrder(migrations: readonly Migration[]): Migration[] {
  const sorted = [...migrations].sort((a, b) => a.number - b.number);
  for (const [at, { number }] of sorted.entries()) {
    if (sorted[at - 1]?.number === number) throw new Error(`Two migrations have the number ${number}`);
  }
  return sorted;
}
