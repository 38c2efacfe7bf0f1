import { Messenger } from '@carillon/messaging';
import type { Provider, Type } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type BackgroundTask, Logger, Metrics, type RelayParts } from '@carillon/platform';

/**
 * A relay for any collection whose documents keep entries in the same field. For the providers of the collection's
 * feature. It uses the model itself and accesses only that field. The store of the collection does all other work.
 */
export function relayOf<T>(
  Relay: new (model: Model<T>, parts: RelayParts) => BackgroundTask,
  record: Type,
): Provider {
  return {
    provide: Symbol(`${Relay.name} of ${record.name}`),
    inject: [getModelToken(record.name), Messenger, Logger, Metrics],
    useFactory: (model: Model<T>, messenger: Messenger, log: Logger, metrics: Metrics) =>
      new Relay(model, { messenger, log, metrics }),
  };
}
