import type { Scenario } from '../run/play';
import { audiences, consent, lifecycle } from './campaigns';
import { fairness } from './fairness';
import { messages, outages } from './outages';
import { callbacks, mailServers, poison } from './providers';
import { clocks, deaths, freezes } from './services';

/** Every scenario, in the order in which they are played. */
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
