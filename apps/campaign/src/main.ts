import { dirname } from 'node:path';
import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { CampaignModule, features } from './campaign.module';
import { threadsIn } from './compiling';

const [, file = '', command] = process.argv;
threadsIn(dirname(file));

if (command === 'migrate') void runMigrate('campaign', features);
else void runService('campaign', CampaignModule);
