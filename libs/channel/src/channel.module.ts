import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import { type Channel, type DirectProvider, channelRow } from '@carillon/contracts';
import { AttachedFiles } from './attached-files';
import { SendHeartbeats } from './send-heartbeats';
import { BroadcastsController, channelController } from './controllers';
import { ChannelWorker } from './channel-worker';
import { FinishLeases } from './finish-leases';
import { IsolatedSends } from './isolation/isolated-sends';
import { DomainGroupPaces } from './leases/domain-group-paces';
import { SilentSenders } from './leases/silent-senders';
import { WorkLease } from './leases/work-lease';
import { SenderChecks, OpenSenders } from './open-senders';
import { CompiledMessages, SendMessage } from './send-message';
import type { Provider } from './provider';
import { Providers } from './providers';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER, nameHolder, type WorkerSettings } from './settings';
import { RefusalPublisher } from './settlements/refusal-publisher';
import { SendAlone } from './send-alone';
import { SendTest } from './send-test';

/** All providers of a channel. */
export type ProviderTypes<C extends Channel> = Readonly<Record<DirectProvider<C>, Type<Provider>>>;

export interface ChannelOptions<C extends Channel> {
  channel: C;
  /** The providers, which `imports` must export. */
  providers: ProviderTypes<C>;
  imports: Type[];
  /** Creates the settings from the worker's configuration. */
  settings: Pick<FactoryProvider<WorkerSettings>, 'inject'> & {
    useFactory: (...args: never[]) => WorkerSettings;
  };
}

/** The module of a worker, without its providers. */
@Module({})
export class ChannelModule {
  static forChannel<C extends Channel>({
    channel,
    providers,
    imports,
    settings,
  }: ChannelOptions<C>): DynamicModule {
    const names = Object.keys(providers) as DirectProvider<C>[];
    return {
      module: ChannelModule,
      imports,
      controllers: [channelController(channel), BroadcastsController],
      providers: [
        ChannelWorker,
        WorkLease,
        SilentSenders,
        DomainGroupPaces,
        SendMessage,
        RefusalPublisher,
        SendAlone,
        SendTest,

        OpenSenders,
        SenderChecks,
        CompiledMessages,
        AttachedFiles,
        IsolatedSends,
        FinishLeases,
        SendHeartbeats,

        {
          provide: Providers,
          inject: names.map((name) => providers[name]),
          useFactory: (...all: Provider[]) =>
            new Providers(Object.fromEntries(names.map((name, at) => [name, all[at]]))),
        },
        {
          provide: CHANNEL_SETTINGS,
          inject: settings.inject ?? [],
          useFactory: (...args: never[]): ChannelSettings => ({ channel, ...settings.useFactory(...args) }),
        },
        { provide: HOLDER, useValue: nameHolder(channelRow(channel).worker) },
      ],
      exports: [ChannelWorker, SendAlone, OpenSenders, Providers],
    };
  }
}
