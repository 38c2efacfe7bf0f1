import { Messenger } from '@carillon/messaging';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, Provider, Type } from '@nestjs/common';
import { BackgroundLoop, type BackgroundLoopOptions, type RoundEnd } from './background-loop';
import { Logger } from './logger';

export interface StoreRelayOptions<S> extends Pick<BackgroundLoopOptions, 'name' | 'everyMs' | 'idleMs'> {
  store: Type<S>;
  /** Tells others some of what the store keeps for them. */
  relay: (store: S, messenger: Messenger) => Promise<RoundEnd>;
}

class StoreRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly loop: BackgroundLoop) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}

/** Tells others in the background what a store keeps for them, for the providers of its feature. */
export function storeRelay<S>({ store, relay, ...loop }: StoreRelayOptions<S>): Provider {
  return {
    provide: Symbol(`${loop.name}: ${store.name}`),
    inject: [store, Messenger, Logger],
    useFactory: (source: S, messenger: Messenger, log: Logger) =>
      new StoreRelay(new BackgroundLoop({ ...loop, round: () => relay(source, messenger), log })),
  };
}
