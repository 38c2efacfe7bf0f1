import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { DispatcherModule, features } from './dispatcher.module';

const [, , command] = process.argv;

if (command === 'migrate') void runMigrate('dispatcher', features);
else void runService('dispatcher', DispatcherModule);
