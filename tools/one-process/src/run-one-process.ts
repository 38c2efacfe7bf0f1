import { isolateBy } from '@carillon/channel';
import { processEnvironment, runServices } from '@carillon/platform';
import { threadsIn } from '../../../apps/campaign/src/compiling';
import { configuredServices } from './services';

/** Programs that services start, as in processes of their own. */
export interface Programs {
  /** The folder of the threads of the campaign service. */
  threads: string;
  /** The program of isolated sends. */
  isolated: string;
}

/** Runs all services in this process. */
export async function runOneProcess({ threads, isolated }: Programs): Promise<void> {
  threadsIn(threads);
  isolateBy(isolated);
  await runServices(await configuredServices(processEnvironment));
}
