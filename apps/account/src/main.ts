import { runMigrate, runService, runTask } from '@carillon/platform';
import { AccountModule, features } from './account.module';
import { ResealSenders } from './senders';
import { ErasureListFile } from './erasures';
import { makeOwner } from './make-owner';
import { AddMember, ResealSecondFactors } from './members';
import { OwnerModule } from './owner.module';
import { ErasuresModule } from './erasures.module';
import { ResealModule } from './reseal.module';

const [, , command, verb, file] = process.argv;

if (command === 'reseal') {
  void runTask('account', [{ module: ResealModule }], async (task) => {
    const { resealed, all } = await task.get(ResealSenders, { strict: false }).execute();
    const factors = await task.get(ResealSecondFactors, { strict: false }).execute();
    return (
      `${resealed} of ${all} senders were sealed anew, ` +
      `${factors.resealed} of ${factors.all} second factors`
    );
  });
} else if (command === 'owner') {
  void runTask('account', [{ module: OwnerModule }], (task) =>
    makeOwner(task.get(AddMember, { strict: false }), process.argv.slice(3)),
  );
} else if (command === 'erasures') {
  void runTask('account', [{ module: ErasuresModule }], async (task) => {
    const list = task.get(ErasureListFile, { strict: false });
    if (verb === 'export' && file !== undefined)
      return `${await list.export(file)} erasures were written to ${file}`;
    if (verb === 'apply' && file !== undefined)
      return `${await list.apply(file)} erasures were begun anew; the account service carries them out`;
    throw new Error('Usage: npm run erasures -- export|apply <file>');
  });
} else if (command === 'migrate') {
  void runMigrate('account', features);
} else {
  void runService('account', AccountModule);
}
