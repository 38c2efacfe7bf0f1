import type { Scenario } from '../run/scenario';
import { audiences } from './audiences';
import { callbacks } from './callbacks';
import { clocks } from './clocks';
import { consent } from './consent';
import { deaths } from './deaths';
import { fairness } from './fairness';
import { freezes } from './freezes';
import { mailServers } from './mail-servers';
import { messages } from './messages';
import { outages } from './outages';
import { poison } from './poison';
import { lifecycle } from './lifecycle';

/** Everything that a running campaign is to survive, in the order in which it is played. */
export const scenarios: readonly Scenario[] = [
  ...deaths,
  ...freezes,
  ...outages,
  ...mailServers,
  ...messages,
  ...callbacks,
  ...lifecycle,
  ...audiences,
  ...consent,
  ...poison,
  ...clocks,
  ...fairness,
];
