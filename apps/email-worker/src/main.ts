import { runService } from '@carillon/platform';
import { EmailWorkerModule } from './email-worker.module';

void runService('email-worker', EmailWorkerModule);
