import { newId } from '@carillon/contracts';
import type { Logger } from '@carillon/platform';
import type { Campaigns } from './campaigns';
import type { SendingPreconditions } from './sending-preconditions';
import { StartScheduled } from './start-scheduled';

const due = { id: newId(), userId: newId(), groups: [], rev: 1, tooLate: true };

/** What the log says of a campaign that is too late, where the write that ends it was `done`, or somebody was faster. */
async function warnings(done: boolean): Promise<unknown[]> {
  const warn = jest.fn();
  const campaigns = { claimDue: () => Promise.resolve(due), giveUpDue: () => Promise.resolve(done) };
  await new StartScheduled(
    campaigns as unknown as Campaigns,
    {} as unknown as SendingPreconditions,
    { warn } as unknown as Logger,
    { OUTBOX_SWEEP_MS: 1_000, PAUSED_DAYS: 90, SCHEDULE_SWEEP_MS: 1_000 },
  ).execute();
  return warn.mock.calls.map(([facts]: unknown[]) => facts);
}

describe('a scheduled campaign that is too late', () => {
  it('is given up, and the log says why', async () => {
    expect(await warnings(true)).toEqual([{ reason: 'TOO_LATE' }]);
  });

  it('is not said to be given up when its owner cancelled it meanwhile', async () => {
    expect(await warnings(false)).toEqual([]);
  });
});
