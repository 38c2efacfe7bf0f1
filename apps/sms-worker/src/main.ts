import { runService } from '@carillon/platform';
import { SmsWorkerModule } from './sms-worker.module';

void runService('sms-worker', SmsWorkerModule);
