import { runService } from '@carillon/platform';
import { GatewayModule } from './gateway.module';
import { gatewayFront } from './http/front';

void runService('gateway', GatewayModule, gatewayFront);
