import type { MutantName } from '../mutants/mutants';
import type { Patchable } from './processes';
import type { Experiment } from './experiment';
import { dyingWorker } from './experiments/dying-worker';
import { lateOrder } from './experiments/late-order';
import { lostAnswer } from './experiments/lost-answer';
import { lostReport } from './experiments/lost-report';
import { missingQueue } from './experiments/missing-queue';
import { repeatedReport } from './experiments/repeated-report';
import { twoGroups } from './experiments/two-groups';
import { waitingReports } from './experiments/waiting-reports';

/** That the checker sees what a mutant does wrong in a experiment that the system as it is passes. */
interface Case {
  /** Whose copies are mutants. */
  service: Patchable;
  experiment: Experiment;
  /** What the checker says, among other things. */
  violation: RegExp;
  /** The mutant's campaign has no end: it is waited for no longer than twice what the system as it is takes. */
  neverEnds?: true;
  /** Whether it is made in every run of the tests. */
  short?: true;
}

export interface Proof extends Case {
  mutant: string;
}

/** One for each mutant. */
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
    violation: /got it again, and nobody doubted/,
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
    violation: /ended otherwise than they may: EMAIL .* SENT/,
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
    violation: /were in doubt, and need not have been/,
  },
  confirms: {
    service: 'email-worker',
    experiment: lostReport,
    violation: /got it again without need/,
  },
  'idempotent take': {
    service: 'dispatcher',
    experiment: lostAnswer,
    violation: /were in doubt, and need not have been/,
  },
  fence: {
    service: 'dispatcher',
    experiment: repeatedReport,
    violation: /got it twice by a provider that must not be asked twice/,
  },
};

export const proofs: readonly Proof[] = Object.entries(cases).map(([mutant, proof]) => ({
  mutant,
  ...proof,
}));
