import { runService } from '@carillon/platform';
import { AccountModule } from './account.module';

void runService('account', AccountModule);
