import { type Crew, usualCrew } from '../rig/crew';

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
export const proofCrew: Crew = {
  ...usualCrew,
  subscriber: { copies: 1 },
  'sms-worker': { ...usualCrew['sms-worker'], copies: 1 },
  ...mutable,
};
