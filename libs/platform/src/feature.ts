import type { Provider, Type } from '@nestjs/common';
import type { ModelDefinition } from '@nestjs/mongoose';

/** What one folder of a service contributes to its module. */
export interface Feature {
  /** Collections of which a store of this feature is the only writer. */
  collections?: readonly ModelDefinition[];
  /** What the service can be asked and told. */
  controllers?: readonly Type[];
  providers?: readonly Provider[];
}

/** The features of a service, added up for its module. */
export function combine(features: readonly Feature[]): {
  collections: ModelDefinition[];
  controllers: Type[];
  providers: Provider[];
} {
  return {
    collections: features.flatMap(({ collections = [] }) => collections),
    controllers: features.flatMap(({ controllers = [] }) => controllers),
    providers: features.flatMap(({ providers = [] }) => providers),
  };
}
