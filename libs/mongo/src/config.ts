import type { Service } from '@carillon/contracts';
import { type ConfigOf, defineConfig, secret } from '@carillon/platform';
import { Type } from '@sinclair/typebox';
import type { DatabaseAddress } from './database';

/** The variables of a service that has a database. */
export const databaseConfig = defineConfig('database', {
  MONGO_URL: secret(
    Type.String({ pattern: '^mongodb(\\+srv)?://', description: 'the database server, a replica set' }),
  ),
  DATABASE_PREFIX: Type.String({
    default: 'carillon_',
    pattern: '^[A-Za-z0-9_-]{1,30}$',
    description: 'the prefix of the database names; each service has its own database',
  }),
  MIGRATE_AT_START: Type.Boolean({
    default: false,
    description: 'whether a service migrates its database when it starts, as npm run migrate does',
  }),
});
export type DatabaseConfig = ConfigOf<typeof databaseConfig>;

export function addressOf(service: Service, { MONGO_URL, DATABASE_PREFIX }: DatabaseConfig): DatabaseAddress {
  return { url: MONGO_URL, name: `${DATABASE_PREFIX}${service}` };
}
