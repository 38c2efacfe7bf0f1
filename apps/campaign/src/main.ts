import { join } from 'node:path';
import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { CampaignModule, features } from './campaign.module';
import { compileBy } from './compiling';

const [, file = '', command] = process.argv;
compileBy(join(file, '../compile-thread.js'));

if (command === 'migrate') void runMigrate('campaign', features);
else void runService('campaign', CampaignModule);
