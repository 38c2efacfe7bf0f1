import type { Migration } from './migrations';
import type { ModuleMetadata, Provider, Type } from '@nestjs/common';
import { type ModelDefinition, MongooseModule } from '@nestjs/mongoose';

/** The parts that a folder of a service adds to the service's module. */
export interface Feature {
  /** Collections that only the stores of this feature write. */
  collections?: readonly ModelDefinition[];
  /** The handlers of the commands and events of this feature. */
  controllers?: readonly Type[];
  providers?: readonly Provider[];
  /** Migrations of stored data for `npm run migrate`, numbered per service. */
  migrations?: readonly Migration[];
}

/** Joins features to the metadata of one module. `imports` registers their collections. */
export function joinFeatures(
  features: readonly Feature[],
): Required<Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'>> & { migrations: Migration[] } {
  return {
    imports: [MongooseModule.forFeature(features.flatMap(({ collections = [] }) => collections))],
    controllers: features.flatMap(({ controllers = [] }) => controllers),
    providers: features.flatMap(({ providers = [] }) => providers),
    migrations: features.flatMap(({ migrations = [] }) => migrations),
  };
}
