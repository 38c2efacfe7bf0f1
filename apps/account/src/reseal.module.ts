import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { accountConfig } from './config';
import { resealing } from './senders';
import { resealingFactors } from './members';

const { imports, providers } = joinFeatures([resealing, resealingFactors]);

/** The process that seals secrets anew after a rotation of keys. */
@Module({
  imports: [PlatformModule.forTask('account', accountConfig, { database: true }), ...imports],
  providers,
})
export class ResealModule {}
