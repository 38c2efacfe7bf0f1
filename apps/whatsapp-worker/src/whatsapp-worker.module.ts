import { Module } from '@nestjs/common';
import { ChannelModule, type ChannelSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { BatchesController } from './batches.controller';
import { ChecksController } from './checks.controller';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from './config';
import { WhatsappProvider } from './whatsapp-provider';
import { WhatsappModule } from './whatsapp.module';

/** Renders and sends batches of WhatsApp messages by Twilio, and tests its settings. */
@Module({
  imports: [
    // A hint that waits here for a free hand could be taken elsewhere: no more than one does.
    PlatformModule.forService('whatsapp-worker', {
      config: whatsappWorkerConfig,
      prefetch: { 'deliveries.whatsapp': 1 },
    }),
    WhatsappModule,
    ChannelModule.forChannel({
      service: 'whatsapp-worker',
      provider: WhatsappProvider,
      imports: [WhatsappModule],
      settings: {
        inject: [whatsappWorkerConfig.token],
        useFactory: (config: WhatsappWorkerConfig): ChannelSettings => ({
          channel: 'WHATSAPP',
          hands: config.WHATSAPP_HANDS,
          concurrency: config.WHATSAPP_CONCURRENCY,
          settleEveryMs: config.SETTLE_EVERY_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
  controllers: [BatchesController, ChecksController],
})
export class WhatsappWorkerModule {}
