import type { Scenario } from '../run/play';
import { accounts } from './accounts';
import { attacks } from './attacks';
import { behavior } from './behavior';
import { bouncing } from './bouncing';
import { audiences, consent, lifecycle } from './campaigns';
import { fairness } from './fairness';
import { firstChannel } from './first-channel';
import { imports } from './imports';
import { messages, outages } from './outages';
import { callbacks, endpoints, mailServers, poison } from './providers';
import { pools } from './pools';
import { rampUp } from './ramp-up';
import { returning } from './returning';
import { segments } from './segments';
import { replicas } from './replicas';
import { restoring } from './restoring';
import { clocks, deaths, freezes } from './services';
import { webhooks } from './webhooks';
import { upgrades } from './upgrades';

/** All scenarios, in the order in which they are played. */
export const scenarios: readonly Scenario[] = [
  ...deaths,
  ...freezes,
  ...outages,
  ...mailServers,
  ...messages,
  ...callbacks,
  ...endpoints,
  ...pools,
  ...rampUp,
  ...returning,
  ...bouncing,
  ...webhooks,
  ...lifecycle,
  ...audiences,
  ...consent,
  ...segments,
  ...behavior,
  ...firstChannel,
  ...imports,
  ...poison,
  ...clocks,
  ...fairness,
  ...attacks,
  ...accounts,
  ...restoring,
  ...replicas,
  ...upgrades,
];
