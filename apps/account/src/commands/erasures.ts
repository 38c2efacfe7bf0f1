import { MongoModule, joinFeatures } from '@carillon/mongo';
import { PlatformModule, runTask } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { accountConfig } from '../config';
import { ErasureListFile, listing } from '../erasures';

const { imports, providers } = joinFeatures([listing]);

@Module({
  imports: [PlatformModule.forTask('account', accountConfig), MongoModule.forTask('account'), ...imports],
  providers,
})
export class ErasuresModule {}

/** `npm run erasures`: writes the list of erasures to a file, and applies it after a restore. */
export function erasures([verb, file]: readonly string[]): Promise<void> {
  return runTask('account', [{ module: ErasuresModule }], async (task) => {
    const list = task.get(ErasureListFile, { strict: false });
    if (verb === 'export' && file !== undefined)
      return `${await list.export(file)} erasures were written to ${file}`;
    if (verb === 'apply' && file !== undefined)
      return `${await list.apply(file)} erasures were started again; the account service completes them`;
    throw new Error('Usage: npm run erasures -- export|apply <file>');
  });
}
