import { runService } from '@carillon/platform';
import { CampaignModule } from './campaign.module';

void runService('campaign', CampaignModule);
