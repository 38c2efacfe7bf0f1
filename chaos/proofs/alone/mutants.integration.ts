import { type MutantName, mutants } from '../../mutants/mutants';
import { LoneDispatcher } from './lone-dispatcher';
import { lostReport } from './lost-report';
import {
  type Judge,
  type Experiment,
  deadWorker,
  lostAnswer,
  repeatedReport,
  waitingReports,
} from './experiments';

jest.setTimeout(120_000);

/** For what comes to an end by itself (milliseconds). */
const LONG_MS = 40_000;
/** For what does not, if the dispatcher as it is takes no time at all. */
const SHORTEST_MS = 4_000;

interface Case {
  mutant: MutantName;
  experiment: Experiment;
  violation: RegExp;
  neverEnds?: true;
}

const cases: readonly Case[] = [
  { mutant: 'expiry', experiment: deadWorker, violation: /is leased/, neverEnds: true },
  { mutant: 'drain', experiment: waitingReports, violation: /were in doubt, and need not have been/ },
  { mutant: 'confirms', experiment: lostReport, violation: /got it again without need/ },
  { mutant: 'idempotent take', experiment: lostAnswer, violation: /were in doubt, and need not have been/ },
  {
    mutant: 'fence',
    experiment: repeatedReport,
    violation: /got the message, and the ledger denies it/,
    neverEnds: true,
  },
];

describe('the checker has nothing to say of a dispatcher as it is, but of one', () => {
  let alone: LoneDispatcher;

  beforeAll(async () => {
    alone = await LoneDispatcher.start();
  });
  afterAll(() => alone.fixture.close());

  /** What the checker says, and how long the end was waited for. */
  async function play(experiment: Experiment, waitMs: number): Promise<{ said: string[]; waitedMs: number }> {
    let waitedMs = 0;
    const judge: Judge = async (trace, expected) => {
      const begin = performance.now();
      await alone.finish(trace.campaign, waitMs);
      waitedMs = performance.now() - begin;
      return trace.examine(expected);
    };
    return { said: await experiment(alone, judge), waitedMs };
  }

  it.each(cases)('without $mutant', async ({ mutant, experiment, violation, neverEnds }) => {
    const { said, waitedMs } = await play(experiment, LONG_MS);
    expect(said).toEqual([]);
    const undo = mutants[mutant]();
    try {
      const waitMs = neverEnds ? Math.max(SHORTEST_MS, 2 * waitedMs) : LONG_MS;
      expect((await play(experiment, waitMs)).said).toContainEqual(expect.stringMatching(violation));
    } finally {
      undo();
    }
  });
});
