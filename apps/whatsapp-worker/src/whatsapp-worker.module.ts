import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';

/** Runs and reports its health. It takes no batches: there is no way to a provider of WhatsApp messages yet. */
@Module({ imports: [PlatformModule.forService('whatsapp-worker', { consumes: [] })] })
export class WhatsappWorkerModule {}
