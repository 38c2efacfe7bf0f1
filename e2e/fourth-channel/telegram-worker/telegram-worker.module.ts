import { Module } from '@nestjs/common';
import { ChannelModule, type ProviderTypes, type WorkerSettings, workerVariables } from '@carillon/channel';
import type { Channel, Service } from '@carillon/contracts';
import { type ConfigOf, PlatformModule, defineConfig } from '@carillon/platform';
import { TELEGRAM, telegram } from '../row';
import { TelegramProvider } from './telegram-provider';

const service = telegram.worker as Service;
const config = defineConfig(service, workerVariables);

@Module({ providers: [TelegramProvider], exports: [TelegramProvider] })
class TelegramModule {}

/** A worker for the channel: its provider, and the common parts of all workers. */
@Module({
  imports: [
    PlatformModule.forService(service, { config }),
    ChannelModule.forChannel({
      channel: TELEGRAM,
      providers: { TELEGRAM: TelegramProvider } as unknown as ProviderTypes<Channel>,
      imports: [TelegramModule],
      settings: {
        inject: [config.token],
        useFactory: ({ SETTLE_EVERY_MS, VAULT_KEYS }: ConfigOf<typeof config>): WorkerSettings => ({
          leases: telegram.leases,
          concurrency: telegram.concurrency,
          settleEveryMs: SETTLE_EVERY_MS,
          vaultKeys: VAULT_KEYS,
        }),
      },
    }),
  ],
})
export class TelegramWorkerModule {}
