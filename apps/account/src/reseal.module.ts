import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { accountConfig } from './config';
import { resealing } from './integrations';
import { resealingFactors } from './members';

const { imports, providers } = joinFeatures([resealing, resealingFactors]);

/** The process that re-encrypts secrets after a key rotation. */
@Module({
  imports: [PlatformModule.forTask('account', accountConfig, { database: true }), ...imports],
  providers,
})
export class ResealModule {}
