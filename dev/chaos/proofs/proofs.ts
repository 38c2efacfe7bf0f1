import type { MutantName } from '../mutants/mutants';
import { type Processes, usualProcesses } from '../rig/fleet';
import {
  type Experiment,
  dyingWorker,
  lateOrder,
  lostAnswer,
  lostReport,
  missingQueue,
  repeatedReport,
  twoGroups,
  waitingReports,
} from './experiments';

/** The services that can run as mutants. */
const patchable = ['campaign', 'dispatcher', 'email-worker'] as const;
type Patchable = (typeof patchable)[number];

const mutable = Object.fromEntries(
  patchable.map((name) => [
    name,
    {
      copies: name === 'campaign' ? 1 : 2,
      entry: 'dev/chaos/mutants/main',
      environment: { ...usualProcesses[name]?.environment, CHAOS_SERVICE: name },
    },
  ]),
);

/** The smallest set of processes in which all proofs can run. */
export const proofProcesses: Processes = {
  ...usualProcesses,
  subscriber: { copies: 1 },
  'sms-worker': { ...usualProcesses['sms-worker'], copies: 1 },
  ...mutable,
};

/** An experiment in which the checker finds a violation with the mutant, and none with the unchanged system. */
interface Case {
  /** The service that runs as the mutant. */
  service: Patchable;
  experiment: Experiment;
  /** Matches one of the violations that the checker finds. */
  violation: RegExp;
  /** Whether the mutant's campaign never ends. The proof then waits twice as long as the unchanged system takes. */
  neverEnds?: true;
  /** Whether `npm test` runs this proof. */
  short?: true;
}

export interface Proof extends Case {
  mutant: string;
}

/** One proof for each mutant. */
const cases: Readonly<Record<MutantName, Case>> = {
  'unique address': {
    service: 'dispatcher',
    experiment: twoGroups,
    violation: /have two deliveries/,
    short: true,
  },
  lease: {
    service: 'dispatcher',
    experiment: dyingWorker,
    violation: /got it again without having been in doubt/,
    short: true,
  },
  expiry: {
    service: 'dispatcher',
    experiment: dyingWorker,
    violation: /is leased/,
    neverEnds: true,
  },
  'rev guard': {
    service: 'dispatcher',
    experiment: lateOrder,
    violation: /ended in a state that is not allowed: EMAIL .* SENT/,
    short: true,
  },
  mandatory: {
    service: 'campaign',
    experiment: missingQueue,
    violation: /members have no delivery/,
    neverEnds: true,
    short: true,
  },
  drain: {
    service: 'dispatcher',
    experiment: waitingReports,
    violation: /were in doubt unnecessarily/,
  },
  confirms: {
    service: 'email-worker',
    experiment: lostReport,
    violation: /got it again unnecessarily/,
  },
  'idempotent take': {
    service: 'dispatcher',
    experiment: lostAnswer,
    violation: /were in doubt unnecessarily/,
  },
  fence: {
    service: 'dispatcher',
    experiment: repeatedReport,
    violation: /got it twice from a provider that must not be called twice/,
  },
};

export const proofs: readonly Proof[] = Object.entries(cases).map(([mutant, proof]) => ({
  mutant,
  ...proof,
}));
