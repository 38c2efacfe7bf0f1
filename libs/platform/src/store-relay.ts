import { Messenger } from '@carillon/messaging';
import type { Provider, Type } from '@nestjs/common';
import type { RoundEnd } from './background-loop';
import { BackgroundTask, type BackgroundTaskOptions } from './background-task';
import { Logger } from './logger';

export interface StoreRelayOptions<S> extends Pick<BackgroundTaskOptions, 'name' | 'everyMs' | 'idleMs'> {
  store: Type<S>;
  /** Publishes some of the store's pending data. */
  relay: (store: S, messenger: Messenger) => Promise<RoundEnd>;
}

class StoreRelay extends BackgroundTask {
  constructor(
    readonly round: () => Promise<RoundEnd>,
    options: BackgroundTaskOptions,
  ) {
    super(options);
  }
}

/** Publishes a store's pending data in the background. For the providers of its feature. */
export function storeRelay<S>({ store, relay, ...loop }: StoreRelayOptions<S>): Provider {
  return {
    provide: Symbol(`${loop.name}: ${store.name}`),
    inject: [store, Messenger, Logger],
    useFactory: (source: S, messenger: Messenger, log: Logger) =>
      new StoreRelay(() => relay(source, messenger), { ...loop, log }),
  };
}
