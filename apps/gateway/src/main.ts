import { runMigrate } from '@carillon/mongo';
import { runService } from '@carillon/platform';
import { GatewayModule, features } from './gateway.module';
import { gatewayServer } from './server/http-server';

const [, , command] = process.argv;

if (command === 'migrate') void runMigrate('gateway', features);
else void runService('gateway', GatewayModule, gatewayServer);
