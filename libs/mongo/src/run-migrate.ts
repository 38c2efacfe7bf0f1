import type { Service } from '@carillon/contracts';
import { Logger, parseConfig, processEnvironment } from '@carillon/platform';
import { addressOf, databaseConfig } from './config';
import { Database, connectionTo } from './database';
import type { Feature } from './feature';
import { migrate } from './migrations';

/** The entire `migrate` command of a service: updates its database, prints the result, and ends. */
export async function runMigrate(service: Service, features: readonly Feature[]): Promise<void> {
  try {
    const address = addressOf(service, parseConfig(databaseConfig, processEnvironment));
    const log = Logger.create(service, 'info');
    const connection = connectionTo(address);
    for (const { name, schema } of features.flatMap(({ collections = [] }) => collections))
      connection.model(name, schema);
    const database = await new Database(connection, address, log).whenConnected();
    const migrations = features.flatMap((feature) => feature.migrations ?? []);
    const { applied, replacedIndexes } = await migrate(connection, migrations, { log });
    const names = applied.length === 0 ? '' : ` (${applied.join(', ')})`;
    process.stdout.write(
      `${service}: ${applied.length} migrations applied${names}, ${replacedIndexes} indexes replaced\n`,
    );
    await database.close();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${service} cannot migrate. ${text}\n`);
    process.exit(1);
  }
}
