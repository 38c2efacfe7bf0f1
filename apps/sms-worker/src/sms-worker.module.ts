import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';

/** Runs and reports its health. It takes no batches: there is no way to a provider of SMS messages yet. */
@Module({ imports: [PlatformModule.forService('sms-worker', { consumes: [] })] })
export class SmsWorkerModule {}
