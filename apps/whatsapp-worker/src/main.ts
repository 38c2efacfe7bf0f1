import { runService } from '@carillon/platform';
import { WhatsappWorkerModule } from './whatsapp-worker.module';

void runService('whatsapp-worker', WhatsappWorkerModule);
