import { runService } from '@carillon/platform';
import { ChaosWorkerModule } from './chaos-worker.module';

void runService('sms-worker', ChaosWorkerModule);
