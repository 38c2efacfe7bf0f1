import type { MutantName } from '../mutants/mutants';
import type { Patchable } from './crew';
import type { Trial } from './trial';
import { dyingWorker } from './trials/dying-worker';
import { lateOrder } from './trials/late-order';
import { lostAnswer } from './trials/lost-answer';
import { lostReport } from './trials/lost-report';
import { missingQueue } from './trials/missing-queue';
import { repeatedReport } from './trials/repeated-report';
import { twoGroups } from './trials/two-groups';
import { waitingReports } from './trials/waiting-reports';

/** That the checker sees what a mutant does wrong in a trial that the system as it is passes. */
interface Case {
  /** Whose copies are mutants. */
  service: Patchable;
  trial: Trial;
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
    trial: twoGroups,
    violation: /have two deliveries/,
    short: true,
  },
  hand: {
    service: 'dispatcher',
    trial: dyingWorker,
    violation: /got it again, and nobody doubted/,
    short: true,
  },
  sweep: {
    service: 'dispatcher',
    trial: dyingWorker,
    violation: /is in a hand/,
    neverEnds: true,
  },
  'rev guard': {
    service: 'dispatcher',
    trial: lateOrder,
    violation: /ended otherwise than they may: EMAIL .* SENT/,
    short: true,
  },
  mandatory: {
    service: 'campaign',
    trial: missingQueue,
    violation: /members have no delivery/,
    neverEnds: true,
    short: true,
  },
  barrier: {
    service: 'dispatcher',
    trial: waitingReports,
    violation: /were in doubt, and need not have been/,
  },
  confirms: {
    service: 'email-worker',
    trial: lostReport,
    violation: /got it again without need/,
  },
  'idempotent take': {
    service: 'dispatcher',
    trial: lostAnswer,
    violation: /were in doubt, and need not have been/,
  },
  fence: {
    service: 'dispatcher',
    trial: repeatedReport,
    violation: /got it twice by a provider that must not be asked twice/,
  },
};

export const proofs: readonly Proof[] = Object.entries(cases).map(([mutant, proof]) => ({
  mutant,
  ...proof,
}));
