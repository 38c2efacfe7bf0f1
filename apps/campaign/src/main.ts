import { runMigrate, runService } from '@carillon/platform';
import { CampaignModule, features } from './campaign.module';

const [, , command] = process.argv;

if (command === 'migrate') void runMigrate('campaign', features);
else void runService('campaign', CampaignModule);
