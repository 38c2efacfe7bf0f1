import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule, runTask } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { accountConfig } from '../config';
import { ResealSigningKeys, resealingKeys } from '../domains';
import { ResealSenders, resealing } from '../senders';
import { ResealSecondFactors, resealingFactors } from '../members';

const { imports, providers } = joinFeatures([resealing, resealingFactors, resealingKeys]);

@Module({
  imports: [PlatformModule.forTask('account', accountConfig), MongoModule.forTask('account'), ...imports],
  providers,
})
export class ResealModule {}

/** `npm run reseal`: re-encrypts secrets after a key rotation. */
export function reseal(): Promise<void> {
  return runTask('account', [{ module: ResealModule }], async (task) => {
    const { resealed, all } = await task.get(ResealSenders, { strict: false }).resealAll();
    const factors = await task.get(ResealSecondFactors, { strict: false }).resealAll();
    const domains = await task.get(ResealSigningKeys, { strict: false }).resealAll();
    return (
      `${resealed} of ${all} senders were re-encrypted, ` +
      `${factors.resealed} of ${factors.all} second factors, ` +
      `${domains.resealed} of ${domains.all} domains`
    );
  });
}
