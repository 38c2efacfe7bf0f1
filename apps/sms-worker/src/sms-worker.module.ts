import { Module } from '@nestjs/common';
import { ChannelModule, type WorkerSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { type SmsWorkerConfig, smsWorkerConfig } from './config';
import { SmsProvidersModule, smsProviders } from './providers.module';

/** Renders and sends batches of SMS messages, and tests the settings of senders. */
@Module({
  imports: [
    // Another worker could use a hint that waits here for a free lease, so at most one hint waits.
    PlatformModule.forService('sms-worker', {
      config: smsWorkerConfig,
      prefetch: { 'deliveries.sms': 1 },
    }),
    ChannelModule.forChannel({
      channel: 'SMS',
      providers: smsProviders,
      imports: [SmsProvidersModule],
      settings: {
        inject: [smsWorkerConfig.token],
        useFactory: (config: SmsWorkerConfig): WorkerSettings => ({
          leases: config.SMS_LEASES,
          concurrency: config.SMS_CONCURRENCY,
          settleEveryMs: config.SETTLE_EVERY_MS,
          sendTimeoutMs: config.SEND_TIMEOUT_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
})
export class SmsWorkerModule {}
