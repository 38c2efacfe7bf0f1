import { Module } from '@nestjs/common';
import { ChannelModule, type ChannelSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { BatchesController } from './batches.controller';
import { ChecksController } from './checks.controller';
import { type ChaosWorkerConfig, chaosWorkerConfig } from './config';
import { RecordedProvider } from './recorded-provider';

@Module({ providers: [RecordedProvider], exports: [RecordedProvider] })
class RecordedProviderModule {}

/** What an SMS worker is, with the recording provider in place of a real one. */
@Module({
  imports: [
    PlatformModule.forService('sms-worker', { config: chaosWorkerConfig, prefetch: { 'deliveries.sms': 1 } }),
    ChannelModule.forChannel({
      service: 'sms-worker',
      provider: RecordedProvider,
      imports: [RecordedProviderModule],
      settings: {
        inject: [chaosWorkerConfig.token],
        useFactory: (config: ChaosWorkerConfig): ChannelSettings => ({
          channel: 'SMS',
          hands: config.SMS_HANDS,
          concurrency: 10,
          settleEveryMs: config.SETTLE_EVERY_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
  controllers: [BatchesController, ChecksController],
})
export class ChaosWorkerModule {}
