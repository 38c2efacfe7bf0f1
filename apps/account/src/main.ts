import { runMigrate, runService, runTask } from '@carillon/platform';
import { AccountModule, features } from './account.module';
import { ResealIntegrations } from './integrations';
import { ErasureListFile } from './erasures';
import { makeOwner } from './make-owner';
import { AddMember, ResealSecondFactors } from './members';
import { OwnerModule } from './owner.module';
import { ErasuresModule } from './erasures.module';
import { ResealModule } from './reseal.module';

const [, , command, verb, file] = process.argv;

if (command === 'reseal') {
  void runTask('account', [{ module: ResealModule }], async (task) => {
    const { resealed, all } = await task.get(ResealIntegrations, { strict: false }).resealAll();
    const factors = await task.get(ResealSecondFactors, { strict: false }).resealAll();
    return (
      `Encrypted ${resealed} of ${all} integrations again, and ` +
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
      return `Exported ${await list.export(file)} erasures to ${file}`;
    if (verb === 'apply' && file !== undefined)
      return `Started ${await list.apply(file)} erasures again. The account service carries them out`;
    throw new Error('Usage: npm run erasures -- export|apply <file>');
  });
} else if (command === 'migrate') {
  void runMigrate('account', features);
} else {
  void runService('account', AccountModule);
}
