import { runService } from '@carillon/platform';
import { GatewayModule } from './gateway.module';
import { gatewayServer } from './server/http-server';

void runService('gateway', GatewayModule, gatewayServer);
