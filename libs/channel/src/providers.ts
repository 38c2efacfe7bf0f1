import type { SenderProvider } from '@carillon/contracts';
import { type OpenedSender, type Provider, UnusableSender } from './provider';

/** The providers of a worker by name. A sender names the provider that sends its messages. */
export class Providers {
  constructor(private readonly byName: Readonly<Partial<Record<SenderProvider, Provider>>>) {}

  /** @throws UnusableSender if this worker lacks the provider, for example because the releases differ */
  of({ provider }: Pick<OpenedSender, 'provider'>): Provider {
    const found = this.byName[provider];
    if (!found) throw new UnusableSender('SETTINGS_INVALID', `This worker has no provider ${provider}`);
    return found;
  }

  /** Aborts the sends in flight, each with its correct result at that moment, and closes all connections. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.byName).map((provider) => provider.close()));
  }
}
