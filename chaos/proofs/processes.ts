import { type Processes, usualProcesses } from '../rig/processes';

/** Which services can be run as mutants. */
const patchable = ['campaign', 'dispatcher', 'email-worker'] as const;
export type Patchable = (typeof patchable)[number];

const mutable = Object.fromEntries(
  patchable.map((name) => [
    name,
    {
      copies: name === 'campaign' ? 1 : 2,
      entry: 'chaos/mutants/main',
      environment: { CHAOS_SERVICE: name },
    },
  ]),
);

/** The smallest system in which every proof can be made. */
export const proofProcesses: Processes = {
  ...usualProcesses,
  subscriber: { copies: 1 },
  'sms-worker': { ...usualProcesses['sms-worker'], copies: 1 },
  ...mutable,
};
