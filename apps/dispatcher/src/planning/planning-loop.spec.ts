import { Logger } from '@carillon/platform';
import type { Completions } from '../dispatch';
import type { ReleaseBatches } from '../releasing';
import type { PlanPage, PlannedPage } from './plan-page';
import { PlanningLoop } from './planning-loop';
import type { PlanningLine } from './planning-line';

describe('planners', () => {
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
    await nothingFound();
  });
  afterEach(async () => {
    const stopped = loop.beforeApplicationShutdown();
    await nothingFound();
    await stopped;
    jest.useRealTimers();
  });

  /** Ends the rounds under way, in which nothing was to be planned. Returns how many they were. */
  async function nothingFound(): Promise<number> {
    const ended = rounds.splice(0);
    for (const { resolve } of ended) resolve(null);
    await jest.advanceTimersByTimeAsync(0);
    return ended.length;
  }

  it('are asked one at a time while they rest', async () => {
    await loop.begin('anna');
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(1);
  });

  it('work side by side for campaigns that come while others are planned', async () => {
    for (const user of ['anna', 'ben', 'cleo']) await loop.begin(user);
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(3);
  });

  it('all look again when a campaign came while all were busy', async () => {
    for (const user of ['anna', 'ben', 'cleo', 'dora']) await loop.begin(user);
    await jest.advanceTimersByTimeAsync(0);
    expect(await nothingFound()).toBe(3);
    expect(rounds).toHaveLength(3);
  });

  it('are free again after a round', async () => {
    await loop.begin('anna');
    await jest.advanceTimersByTimeAsync(0);
    expect(await nothingFound()).toBe(1);
    await loop.begin('ben');
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toHaveLength(1);
  });
});
