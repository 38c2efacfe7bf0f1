import { runService } from '@carillon/platform';
import { DispatcherModule } from './dispatcher.module';

void runService('dispatcher', DispatcherModule);
