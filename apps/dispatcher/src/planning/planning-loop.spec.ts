import { Logger } from '@carillon/platform';
import type { Completions } from '../dispatch';
import type { ReleaseBatches } from '../releasing';
import type { PlanPage, PlannedPage } from './plan-page';
import { PlanningLoop } from './planning-loop';
import type { PlanningLine } from './planning-line';

describe('PlanningLoop', () => {
  let rounds: PromiseWithResolvers<PlannedPage | null>[];
  let loop: PlanningLoop;

  beforeEach(async () => {
    jest.useFakeTimers();
    rounds = [];
    const planNext = (): Promise<PlannedPage | null> => {
      const round = Promise.withResolvers<PlannedPage | null>();
      rounds.push(round);
      return round.promise;
    };
    loop = new PlanningLoop(
      { planNext } as unknown as PlanPage,
      { join: () => Promise.resolve() } as unknown as PlanningLine,
      { check: () => undefined } as unknown as Completions,
      { nudge: () => undefined } as unknown as ReleaseBatches,
      Logger.create('dispatcher', 'silent'),
    );
    loop.onApplicationBootstrap();
    await endRounds();
  });
  afterEach(async () => {
    const stopped = loop.beforeApplicationShutdown();
    await endRounds();
    await stopped;
    jest.useRealTimers();
  });

  /** Ends the pending rounds as if no page was planned. Returns the number of rounds. */
  async function endRounds(): Promise<number> {
    const ended = rounds.splice(0);
    for (const { resolve } of ended) resolve(null);
    await jest.advanceTimersByTimeAsync(0);
    return ended.length;
  }

  it('wakes one idle planner for a campaign', async () => {
    await loop.begin('anna');
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(1);
  });

  it('plans campaigns concurrently', async () => {
    for (const user of ['anna', 'ben', 'cleo']) await loop.begin(user);
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(3);
  });

  it('makes all planners check again if a campaign arrives while all are busy', async () => {
    for (const user of ['anna', 'ben', 'cleo', 'dora']) await loop.begin(user);
    await jest.advanceTimersByTimeAsync(0);
    expect(await endRounds()).toBe(3);
    expect(rounds).toHaveLength(3);
  });

  it('reuses a planner after its round', async () => {
    await loop.begin('anna');
    await jest.advanceTimersByTimeAsync(0);
    expect(await endRounds()).toBe(1);
    await loop.begin('ben');
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(1);
  });
});
