import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { accountConfig } from './config';
import { listing } from './erasures';

const { imports, providers } = joinFeatures([listing]);

/** The process that writes the list of erasures, and applies it after a restore. */
@Module({
  imports: [PlatformModule.forTask('account', accountConfig, { database: true }), ...imports],
  providers,
})
export class ErasuresModule {}
