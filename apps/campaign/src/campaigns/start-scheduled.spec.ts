import { newId } from '@carillon/contracts';
import { type Logger, parseConfig } from '@carillon/platform';
import { campaignConfig } from '../config';
import type { Attachments } from '../media-files';
import type { CampaignSchedule } from './campaign-schedule';
import type { SendingPreconditions } from './sending-preconditions';
import type { Spending } from './spending';
import { StartScheduled } from './start-scheduled';

const due = { id: newId(), userId: newId(), groups: [], rev: 1, tooLate: true };

function starterOf(schedule: object, preconditions: object, log: object): StartScheduled {
  return new StartScheduled(
    schedule as unknown as CampaignSchedule,
    preconditions as unknown as SendingPreconditions,
    { missing: () => Promise.resolve([]) } as unknown as Attachments,
    { expect: () => Promise.resolve({ problem: null }) } as unknown as Spending,
    log as unknown as Logger,
    parseConfig(campaignConfig, {}),
  );
}

/** The log entry of a campaign that is too late. `done`: this process ended the campaign, not another one. */
async function warnings(done: boolean): Promise<unknown[]> {
  const warn = jest.fn();
  const schedule = {
    dueInTurns: () => Promise.resolve([due.id]),
    claim: () => Promise.resolve(due),
    giveUp: () => Promise.resolve(done),
  };
  await starterOf(schedule, {}, { warn }).round();
  return warn.mock.calls.map(([facts]: unknown[]) => facts);
}

describe('a scheduled campaign that is too late', () => {
  it('is abandoned, and the log contains the reason', async () => {
    expect(await warnings(true)).toEqual([{ reason: 'TOO_LATE' }]);
  });

  it('is not logged as abandoned if its owner canceled it in the meantime', async () => {
    expect(await warnings(false)).toEqual([]);
  });
});

describe('due scheduled campaigns', () => {
  it('are started sixteen at a time', async () => {
    const started: string[] = [];
    const ids = Array.from({ length: 40 }, () => newId());
    const pending: ((plan: string) => void)[] = [];
    const schedule = {
      dueInTurns: () => Promise.resolve(ids),
      claim: (id: string) => Promise.resolve({ ...due, id, tooLate: false }),
      start: ({ id }: { id: string }) => Promise.resolve(started.push(id)),
    };
    const preconditions = {
      checkTargets: () =>
        Promise.resolve({ missingGroups: [], missingSegments: [], missingTopic: [], brokenSegments: [] }),
      missingSenders: () => Promise.resolve([]),
      planOf: () => new Promise<string>((resolve) => pending.push(resolve)),
    };
    const round = starterOf(schedule, preconditions, {}).round();

    let most = 0;
    await new Promise(setImmediate);
    while (pending.length > 0) {
      most = Math.max(most, pending.length);
      pending.shift()?.('FREE');
      await new Promise(setImmediate);
    }
    expect(await round).toBe(true);
    expect(most).toBe(16);
    expect(started.sort()).toEqual(ids.sort());
  });
});
