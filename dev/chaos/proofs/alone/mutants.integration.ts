import { type MutantName, mutants } from '../../mutants/mutants';
import {
  type Experiment,
  type Judge,
  deadWorker,
  lostAnswer,
  lostReport,
  repeatedReport,
  waitingReports,
} from './experiments';
import { LoneDispatcher } from './lone-dispatcher';

jest.setTimeout(120_000);

/** The time limit of a campaign (milliseconds). */
const LONG_MS = 40_000;
/** The minimum time to wait for a campaign that does not end (milliseconds). */
const SHORTEST_MS = 4_000;

interface Case {
  mutant: MutantName;
  experiment: Experiment;
  violation: RegExp;
  neverEnds?: true;
}

const cases: readonly Case[] = [
  { mutant: 'expiry', experiment: deadWorker, violation: /is leased/, neverEnds: true },
  { mutant: 'drain', experiment: waitingReports, violation: /were in doubt unnecessarily/ },
  { mutant: 'confirms', experiment: lostReport, violation: /got it again unnecessarily/ },
  { mutant: 'idempotent take', experiment: lostAnswer, violation: /were in doubt unnecessarily/ },
  {
    mutant: 'fence',
    experiment: repeatedReport,
    violation: /got the message, but are neither SENT nor UNCONFIRMED/,
    neverEnds: true,
  },
];

describe('the checker accepts the dispatcher, but finds the fault of a dispatcher', () => {
  let alone: LoneDispatcher;

  beforeAll(async () => {
    alone = await LoneDispatcher.start();
  });
  afterAll(() => alone.fixture.close());

  /** Returns the violations, and the time for which the run waited for the end of the campaign. */
  async function play(
    experiment: Experiment,
    waitMs: number,
  ): Promise<{ violations: string[]; waitedMs: number }> {
    let waitedMs = 0;
    const judge: Judge = async (trace, expected) => {
      const begin = performance.now();
      await alone.finish(trace.campaign, waitMs);
      waitedMs = performance.now() - begin;
      return trace.examine(expected);
    };
    return { violations: await experiment(alone, judge), waitedMs };
  }

  it.each(cases)('without $mutant', async ({ mutant, experiment, violation, neverEnds }) => {
    const { violations, waitedMs } = await play(experiment, LONG_MS);
    expect(violations).toEqual([]);
    const undo = mutants[mutant]();
    try {
      const waitMs = neverEnds ? Math.max(SHORTEST_MS, 2 * waitedMs) : LONG_MS;
      expect((await play(experiment, waitMs)).violations).toContainEqual(expect.stringMatching(violation));
    } finally {
      undo();
    }
  });
});
