import { runService } from '@carillon/platform';
import { BounceReceiverModule } from './bounce-receiver.module';

void runService('bounce-receiver', BounceReceiverModule);
