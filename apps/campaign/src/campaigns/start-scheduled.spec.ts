import { newId } from '@carillon/contracts';
import type { Logger } from '@carillon/platform';
import type { Campaigns } from './campaigns';
import type { SendingPreconditions } from './sending-preconditions';
import { StartScheduled } from './start-scheduled';

const due = { id: newId(), userId: newId(), groups: [], rev: 1, tooLate: true };

function starterOf(campaigns: object, preconditions: object, log: object): StartScheduled {
  return new StartScheduled(
    campaigns as unknown as Campaigns,
    preconditions as unknown as SendingPreconditions,
    log as unknown as Logger,
    { OUTBOX_SWEEP_MS: 1_000, PAUSED_DAYS: 90, SCHEDULE_SWEEP_MS: 1_000 },
  );
}

/** The log entry of a campaign that is too late, if this process ended it (`done`), or another one did. */
async function warnings(done: boolean): Promise<unknown[]> {
  const warn = jest.fn();
  const campaigns = {
    dueInTurns: () => Promise.resolve([due.id]),
    claimDue: () => Promise.resolve(due),
    giveUpDue: () => Promise.resolve(done),
  };
  await starterOf(campaigns, {}, { warn }).round();
  return warn.mock.calls.map(([facts]: unknown[]) => facts);
}

describe('a scheduled campaign that is too late', () => {
  it('is abandoned, with a reason in the log', async () => {
    expect(await warnings(true)).toEqual([{ reason: 'TOO_LATE' }]);
  });

  it('is not logged as abandoned if its owner cancelled it in the meantime', async () => {
    expect(await warnings(false)).toEqual([]);
  });
});

describe('scheduled campaigns that are due', () => {
  it('are started sixteen at once', async () => {
    const started: string[] = [];
    const ids = Array.from({ length: 40 }, () => newId());
    const asked: ((plan: string) => void)[] = [];
    const campaigns = {
      dueInTurns: () => Promise.resolve(ids),
      claimDue: (id: string) => Promise.resolve({ ...due, id, tooLate: false }),
      startDue: ({ id }: { id: string }) => Promise.resolve(started.push(id)),
    };
    const preconditions = {
      missingGroups: () => Promise.resolve([]),
      planOf: () => new Promise<string>((resolve) => asked.push(resolve)),
    };
    const round = starterOf(campaigns, preconditions, {}).round();

    let most = 0;
    await new Promise(setImmediate);
    while (asked.length > 0) {
      most = Math.max(most, asked.length);
      asked.shift()?.('FREE');
      await new Promise(setImmediate);
    }
    expect(await round).toBe(true);
    expect(most).toBe(16);
    expect(started.sort()).toEqual(ids.sort());
  });
});
