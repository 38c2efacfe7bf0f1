import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { AccountModule, features } from './account.module';
import { commands } from './commands';

const [, , command, ...args] = process.argv;
const run = commands.get(command);

if (run) void run(args);
else if (command === 'migrate') void runMigrate('account', features);
else void runService('account', AccountModule);
