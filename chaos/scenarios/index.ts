import type { Scenario } from '../run/scenario';
import { killEmailWorker } from './deaths';

/** Everything that a running campaign is to survive, in the order in which it is played. */
export const scenarios: readonly Scenario[] = [killEmailWorker];
