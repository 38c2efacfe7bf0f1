import { dirname, join } from 'node:path';
import { runOneProcess } from './run-one-process';

const [, file = ''] = process.argv;
const apps = join(dirname(file), '../../apps');

void runOneProcess({
  threads: join(apps, 'campaign'),
  isolated: join(apps, 'email-worker/main.js'),
});
