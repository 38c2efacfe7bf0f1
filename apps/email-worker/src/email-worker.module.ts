import { Module } from '@nestjs/common';
import { ChannelModule, type WorkerSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { type EmailWorkerConfig, emailWorkerConfig } from './config';
import { EmailProvidersModule, emailProviders } from './providers.module';

/** Renders and sends batches of email, and tests the settings of senders. */
@Module({
  imports: [
    // A hint that waits here for a free lease could be used by another worker, so at most one waits.
    PlatformModule.forService('email-worker', {
      config: emailWorkerConfig,
      prefetch: { 'deliveries.email': 1 },
    }),
    ChannelModule.forChannel({
      channel: 'EMAIL',
      providers: emailProviders,
      imports: [EmailProvidersModule],
      settings: {
        inject: [emailWorkerConfig.token],
        useFactory: (config: EmailWorkerConfig): WorkerSettings => ({
          leases: config.EMAIL_LEASES,
          concurrency: config.EMAIL_CONNECTIONS,
          settleEveryMs: config.SETTLE_EVERY_MS,
          sendTimeoutMs: config.SEND_TIMEOUT_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
})
export class EmailWorkerModule {}
