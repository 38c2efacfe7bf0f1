import { someone } from '@carillon/testing/someone';
import { type Campaign, newId } from '@carillon/contracts';
import type { Logger } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import type { StoredCampaign } from './campaign-document';
import type { Campaigns } from './campaigns';
import { ChangeStatus } from './change-status';
import type { SendingPreconditions } from './sending-preconditions';

const step = { id: newId(), userId: newId(), requestId: newId() };
const paused = {
  campaign: { id: step.id, status: 'PAUSED' } as Campaign,
  steps: [] as string[],
} as StoredCampaign;

/** The log entry when a campaign that was `moving`, or was already paused, is paused. */
async function logged(moving: boolean): Promise<unknown[]> {
  const info = jest.fn();
  const campaigns = {
    change: () => Promise.resolve(moving ? paused : null),
    get: () => Promise.resolve(paused),
  };
  await new ChangeStatus(
    campaigns as unknown as Campaigns,
    {} as unknown as SendingPreconditions,
    new FixedClock(new Date(0)),
    { info } as unknown as Logger,
  ).pause({ ...step, by: someone });
  return info.mock.calls.map(([facts]: unknown[]) => facts);
}

describe('the log of the campaign service', () => {
  it('contains the changed campaign and its new status', async () => {
    expect(await logged(true)).toEqual([{ campaignId: step.id, status: 'PAUSED' }]);
  });

  it('contains nothing if the campaign did not change', async () => {
    expect(await logged(false)).toEqual([]);
  });
});
