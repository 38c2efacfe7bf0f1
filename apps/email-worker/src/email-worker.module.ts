import { Module } from '@nestjs/common';
import { ChannelModule, type ChannelSettings } from '@carillon/channel';
import { PlatformModule } from '@carillon/platform';
import { BatchesController } from './batches.controller';
import { CheckIntegration } from './checks/check-integration';
import { ChecksController } from './checks/checks.controller';
import { type EmailWorkerConfig, emailWorkerConfig } from './config';
import { SmtpModule } from './smtp/smtp.module';
import { SmtpProvider } from './smtp/smtp-provider';

/** Renders and sends batches of email by SMTP, and tests mail settings. */
@Module({
  imports: [
    // A hint that waits here for a free hand could be taken elsewhere: no more than one does.
    PlatformModule.forService('email-worker', {
      config: emailWorkerConfig,
      prefetch: { 'deliveries.email': 1 },
    }),
    ChannelModule.forChannel({
      service: 'email-worker',
      provider: SmtpProvider,
      imports: [SmtpModule],
      settings: {
        inject: [emailWorkerConfig.token],
        useFactory: (config: EmailWorkerConfig): ChannelSettings => ({
          channel: 'EMAIL',
          hands: config.EMAIL_HANDS,
          concurrency: config.EMAIL_CONNECTIONS,
          settleEveryMs: config.SETTLE_EVERY_MS,
          finishMs: config.FINISH_MS,
          vaultKeys: config.VAULT_KEYS,
        }),
      },
    }),
  ],
  controllers: [BatchesController, ChecksController],
  providers: [CheckIntegration],
})
export class EmailWorkerModule {}
