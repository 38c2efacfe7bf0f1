import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import type { Service } from '@carillon/contracts';
import { CampaignStopsController } from './campaign-stops.controller';
import { ChannelWorker } from './channel-worker';
import { FinishHands } from './finish-hands';
import { GiveBackHint } from './hands/give-back-hint';
import { HandSlots } from './hands/hand-slots';
import { PrepareHand } from './hands/prepare-hand';
import { SendHand } from './hands/send-hand';
import { TakeHand } from './hands/take-hand';
import { WorkHand } from './hands/work-hand';
import { HOLDER, nameHolder } from './holder';
import { IntegrationChangesController } from './integrations/integration-changes.controller';
import { IntegrationChecks } from './integrations/integration-checks';
import { OpenIntegrations } from './integrations/open-integrations';
import { CompiledMessages } from './messages/compiled-messages';
import { AnnouncePresence } from './presence/announce-presence';
import { RollCallController } from './presence/roll-call.controller';
import { Provider } from './provider';
import { SendMetrics } from './send-metrics';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';
import { OpenSettlement } from './settlements/open-settlement';
import { PublishPiece } from './settlements/publish-piece';

export interface ChannelOptions {
  service: Service;
  /** The channel's way to its provider, exported by one of `imports`. */
  provider: Type<Provider>;
  imports: Type[];
  /** Makes the settings, from the worker's configuration. */
  settings: Pick<FactoryProvider<ChannelSettings>, 'inject' | 'useFactory'>;
}

/** Everything of a worker but its provider and the handler of its hints, which calls ChannelWorker. */
@Module({})
export class ChannelModule {
  static forChannel({ service, provider, imports, settings }: ChannelOptions): DynamicModule {
    return {
      module: ChannelModule,
      imports,
      controllers: [IntegrationChangesController, CampaignStopsController, RollCallController],
      providers: [
        ChannelWorker,
        TakeHand,
        WorkHand,
        PrepareHand,
        SendHand,
        OpenSettlement,
        PublishPiece,

        OpenIntegrations,
        IntegrationChecks,
        CompiledMessages,
        GiveBackHint,
        FinishHands,
        AnnouncePresence,
        SendMetrics,

        { provide: Provider, useExisting: provider },
        { provide: CHANNEL_SETTINGS, ...settings },
        { provide: HOLDER, useValue: nameHolder(service) },
        {
          provide: HandSlots,
          inject: [CHANNEL_SETTINGS],
          useFactory: ({ hands }: ChannelSettings) => new HandSlots(hands),
        },
      ],
      exports: [ChannelWorker, IntegrationChecks],
    };
  }
}
