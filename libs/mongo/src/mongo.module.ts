import type { Service } from '@carillon/contracts';
import { Health, Logger, Metrics, Storage, configOf } from '@carillon/platform';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { MongooseModule, getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type DatabaseConfig, addressOf, databaseConfig } from './config';
import { Database, mongooseOptions } from './database';
import { watchPool } from './database-pool';
import { type Migration, checkSchema, migrate } from './migrations';

export interface MongoOptions {
  /** The migrations of all features for `npm run migrate`. */
  migrations: readonly Migration[];
  /** Whether the service starts, and does most of its work, without the database. */
  isSpared?: boolean;
}

/** The database of a service that owns collections, which has the name `carillon_<service>`. */
@Module({})
export class MongoModule {
  static forService(service: Service, { migrations, isSpared = false }: MongoOptions): DynamicModule {
    return moduleOf(service, database(service, isSpared, migrations));
  }

  /** For a process that runs beside a service. */
  static forTask(service: Service): DynamicModule {
    return moduleOf(service, [Health, ...database(service, false, null)]);
  }
}

function moduleOf(service: Service, providers: Provider[]): DynamicModule {
  return {
    module: MongoModule,
    global: true,
    imports: [connectionOf(service)],
    providers,
    exports: providers,
  };
}

/** MongooseModule owns the connection; each service registers its collections with `MongooseModule.forFeature`. */
function connectionOf(service: Service): DynamicModule {
  return MongooseModule.forRootAsync({
    inject: [databaseConfig.token, Metrics],
    useFactory: (config: DatabaseConfig, metrics: Metrics) =>
      mongooseOptions(addressOf(service, config), (connection) => watchPool(connection, metrics)),
  });
}

/** @param migrations null: the process is not a service and ignores migrations */
function database(service: Service, isSpared: boolean, migrations: readonly Migration[] | null): Provider[] {
  return [
    configOf(databaseConfig),
    {
      provide: Database,
      inject: [getConnectionToken(), databaseConfig.token, Logger, Health],
      useFactory: async (connection: Connection, config: DatabaseConfig, log: Logger, health: Health) => {
        const prepare = async (): Promise<void> => {
          if (migrations && config.MIGRATE_AT_START) await migrate(connection, migrations, { log });
          await checkSchema(connection, migrations, log);
        };
        const database = new Database(connection, addressOf(service, config), log, isSpared, prepare);
        const isReady = (): Promise<boolean> => database.isReady();
        if (isSpared) health.addSpared('database', isReady);
        else await database.whenConnected().then(() => health.add('database', isReady));
        return database;
      },
    },
    { provide: Storage, useExisting: Database },
  ];
}
