import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { audit } from './audit';
import { accountConfig } from './config';
import { integrations } from './integrations';
import { keys } from './keys';
import { users } from './users';

const features = joinFeatures([audit, users, keys, integrations]);

/** Users and their plans, API keys, and the integrations by which messages are sent. */
@Module({
  imports: [
    PlatformModule.forService('account', { config: accountConfig, database: true }),
    ...features.imports,
  ],
  controllers: features.controllers,
  providers: features.providers,
})
export class AccountModule {}
