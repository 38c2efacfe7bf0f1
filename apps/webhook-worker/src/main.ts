import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { WebhookWorkerModule, features } from './webhook-worker.module';

const [, , command] = process.argv;

if (command === 'migrate') void runMigrate('webhook-worker', features);
else void runService('webhook-worker', WebhookWorkerModule);
