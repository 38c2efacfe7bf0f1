import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import { type Channel, channelRow } from '@carillon/contracts';
import { SendHeartbeats } from './send-heartbeats';
import { BroadcastsController, channelController } from './controllers';
import { ChannelWorker } from './channel-worker';
import { FinishLeases } from './finish-leases';
import { IsolatedSends } from './isolation/isolated-sends';
import { SilentSenders } from './leases/silent-senders';
import { WorkLease } from './leases/work-lease';
import { SenderChecks, OpenSenders } from './open-senders';
import { CompiledMessages, SendMessage } from './send-message';
import { Provider } from './provider';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER, nameHolder, type WorkerSettings } from './settings';
import { TellRefusals } from './settlements/tell-refusals';
import { SendTest } from './send-test';

export interface ChannelOptions {
  channel: Channel;
  /** The channel's provider, exported by one of `imports`. */
  provider: Type<Provider>;
  imports: Type[];
  /** Creates the settings from the worker's configuration. */
  settings: Pick<FactoryProvider<WorkerSettings>, 'inject'> & {
    useFactory: (...args: never[]) => WorkerSettings;
  };
}

/** The module of a worker, without its provider. */
@Module({})
export class ChannelModule {
  static forChannel({ channel, provider, imports, settings }: ChannelOptions): DynamicModule {
    return {
      module: ChannelModule,
      imports,
      controllers: [channelController(channel), BroadcastsController],
      providers: [
        ChannelWorker,
        WorkLease,
        SilentSenders,
        SendMessage,
        TellRefusals,
        SendTest,

        OpenSenders,
        SenderChecks,
        CompiledMessages,
        IsolatedSends,
        FinishLeases,
        SendHeartbeats,

        { provide: Provider, useExisting: provider },
        {
          provide: CHANNEL_SETTINGS,
          inject: settings.inject ?? [],
          useFactory: (...args: never[]): ChannelSettings => ({ channel, ...settings.useFactory(...args) }),
        },
        { provide: HOLDER, useValue: nameHolder(channelRow(channel).worker) },
      ],
    };
  }
}
