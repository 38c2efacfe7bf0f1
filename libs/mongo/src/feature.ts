import type { Migration } from './migrations';
import type { ModuleMetadata, Provider, Type } from '@nestjs/common';
import { type ModelDefinition, MongooseModule } from '@nestjs/mongoose';

/** What a folder of a service adds to the service's module. */
export interface Feature {
  /** Collections that only the stores of this feature write. */
  collections?: readonly ModelDefinition[];
  /** The handlers of the commands and events of this feature. */
  controllers?: readonly Type[];
  providers?: readonly Provider[];
  /** Changes of what is stored, for `npm run migrate`; their numbers are the service's. */
  migrations?: readonly Migration[];
}

/** Joins features to the metadata of one module; `imports` registers their collections. */
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
