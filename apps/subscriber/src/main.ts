import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { SubscriberModule, features } from './subscriber.module';

const [, , command] = process.argv;

if (command === 'migrate') void runMigrate('subscriber', features);
else void runService('subscriber', SubscriberModule);
