import { Module } from '@nestjs/common';
import { ChannelModule, type WorkerSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from './config';
import { ContentTemplatesController } from './content-templates.controller';
import { WhatsappProvidersModule, whatsappProviders } from './providers.module';

/** Renders and sends batches of WhatsApp messages, tests the settings of senders, and lists their templates. */
@Module({
  controllers: [ContentTemplatesController],
  imports: [
    // Another worker could use a hint that waits here for a free lease, so at most one hint waits.
    PlatformModule.forService('whatsapp-worker', {
      config: whatsappWorkerConfig,
      prefetch: { 'deliveries.whatsapp': 1 },
    }),
    ChannelModule.forChannel({
      channel: 'WHATSAPP',
      providers: whatsappProviders,
      imports: [WhatsappProvidersModule],
      settings: {
        inject: [whatsappWorkerConfig.token],
        useFactory: (config: WhatsappWorkerConfig): WorkerSettings => ({
          leases: config.WHATSAPP_LEASES,
          concurrency: config.WHATSAPP_CONCURRENCY,
          settleEveryMs: config.SETTLE_EVERY_MS,
          sendTimeoutMs: config.SEND_TIMEOUT_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
})
export class WhatsappWorkerModule {}
