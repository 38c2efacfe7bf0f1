import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { webhookWorkerConfig } from './config';
import { endpoints } from './endpoints';
import { messages } from './messages';
import { sending } from './sending';

export const features = [endpoints, messages, sending];
const { imports, controllers, providers, migrations } = joinFeatures(features);

/** Notifies users' own systems about events, with signed requests to their endpoints. */
@Module({
  imports: [
    PlatformModule.forService('webhook-worker', { config: webhookWorkerConfig }),
    MongoModule.forService('webhook-worker', { migrations }),
    ...imports,
  ],
  controllers,
  providers,
})
export class WebhookWorkerModule {}
