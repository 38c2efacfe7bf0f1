import type { Connection } from 'mongoose';
import type { Logger } from '@carillon/platform';
import { createMissingIndexes } from './indexes';
import type { Migration } from './migration';
import { MigrationStore } from './migration-store';

/**
 * At the start of a service: creates missing indexes, and logs changes that require `npm run migrate`. An empty
 * database needs no migrations.
 * @param migrations null: only the indexes matter
 * @throws Error if a later release has changed the database so that this release must not use it
 */
export async function checkSchema(
  connection: Connection,
  migrations: readonly Migration[] | null,
  log: Logger,
): Promise<void> {
  if (migrations) await checkMigrations(connection, migrations, log);
  for (const model of Object.values(connection.models)) {
    for (const changed of await createMissingIndexes(model))
      log.error({ ...changed }, 'an index differs from its definition: npm run migrate replaces it');
  }
}

async function checkMigrations(
  connection: Connection,
  migrations: readonly Migration[],
  log: Logger,
): Promise<void> {
  const store = new MigrationStore(connection);
  const applied = await store.applied();
  const numbers = new Set(migrations.map(({ number }) => number));
  const breaking = [...applied].find(([number, record]) => record.breaking && !numbers.has(number));
  if (breaking) {
    const [number, { name, release }] = breaking;
    throw new Error(
      `The database has migration ${number} (${name}) of release ${release}, after which this release cannot use it`,
    );
  }
  const missing = migrations.filter(({ number }) => !applied.has(number));
  if (missing.length > 0 && (await isEmpty(connection))) {
    for (const migration of missing) await store.noteApplied(migration);
  } else if (missing.length > 0) {
    const names = missing.map(({ number, name }) => `${number} ${name}`);
    log.error({ missing: names }, 'the database lacks migrations: npm run migrate applies them');
  }
}

async function isEmpty(connection: Connection): Promise<boolean> {
  for (const model of Object.values(connection.models)) {
    if ((await model.exists({})) !== null) return false;
  }
  return true;
}
