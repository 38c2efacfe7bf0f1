import { Module } from '@nestjs/common';
import { ChannelModule, type WorkerSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { type EmailWorkerConfig, emailWorkerConfig } from './config';
import { SignUpMailsController } from './sign-ups/sign-up-mails.controller';
import { EmailProvidersModule, emailProviders } from './providers.module';

/** Renders and sends batches of email, and tests the settings of senders. */
@Module({
  imports: [
    // Another worker could use a hint that waits here for a free lease, so at most one hint waits.
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
  controllers: [SignUpMailsController],
})
export class EmailWorkerModule {}
