import { dirname, join } from 'node:path';
import { isolateBy } from '@carillon/channel';
import { processEnvironment, runServices } from '@carillon/platform';
import { threadsIn } from '../../../apps/campaign/src/compiling';
import { configuredServices } from './services';

const [, file = ''] = process.argv;
const apps = join(dirname(file), '../../apps');
// Programs of their own, which the services start, as in separate processes.
threadsIn(join(apps, 'campaign'));
isolateBy(join(apps, 'email-worker/main.js'));

void configuredServices(processEnvironment).then(runServices);
