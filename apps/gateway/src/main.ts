import { runService } from '@carillon/platform';
import { GatewayModule } from './gateway.module';
import { gatewayServer } from './http/http-server';

void runService('gateway', GatewayModule, gatewayServer);
