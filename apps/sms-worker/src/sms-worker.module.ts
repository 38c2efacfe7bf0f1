import { Module } from '@nestjs/common';
import { ChannelModule, type ChannelSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { BatchesController } from './batches.controller';
import { ChecksController } from './checks.controller';
import { type SmsWorkerConfig, smsWorkerConfig } from './config';
import { SmsProvider } from './sms-provider';
import { SmsModule } from './sms.module';

/** Renders and sends batches of SMS messages by Twilio, and tests its settings. */
@Module({
  imports: [
    // A hint that waits here for a free hand could be taken elsewhere: no more than one does.
    PlatformModule.forService('sms-worker', {
      config: smsWorkerConfig,
      prefetch: { 'deliveries.sms': 1 },
    }),
    SmsModule,
    ChannelModule.forChannel({
      service: 'sms-worker',
      provider: SmsProvider,
      imports: [SmsModule],
      settings: {
        inject: [smsWorkerConfig.token],
        useFactory: (config: SmsWorkerConfig): ChannelSettings => ({
          channel: 'SMS',
          hands: config.SMS_HANDS,
          concurrency: config.SMS_CONCURRENCY,
          settleEveryMs: config.SETTLE_EVERY_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
  controllers: [BatchesController, ChecksController],
})
export class SmsWorkerModule {}
