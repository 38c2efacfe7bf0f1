import { runService } from '@carillon/platform';
import { SubscriberModule } from './subscriber.module';

void runService('subscriber', SubscriberModule);
