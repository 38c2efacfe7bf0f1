import { someone } from '@carillon/testing/someone';
import { type Campaign, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';
import { DAY_MS, ahead } from './times';

type Step = 'pause' | 'resume' | 'cancel' | 'unschedule';

describe("a repeated request to change a campaign's status", () => {
  let service: CampaignService;
  const userId = newId();

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => service.clear());
  afterAll(() => service.stop());

  const step = (name: Step, id: string, requestId = newId()): Promise<Campaign> =>
    service.messenger.request(`campaign.${name}`, { by: someone, id, userId, requestId });
  const stateOf = async (id: string) => [
    (await service.get(id, userId)).status,
    (await service.find(id))?.rev,
  ];

  it('changes nothing, regardless of changes in between, and gets the same reply', async () => {
    const { id } = await service.create({ userId });
    await service.publish(id, userId);
    const request = newId();
    const paused = await step('pause', id, request);
    for (const then of ['resume', 'cancel'] as const) {
      await step(then, id);
      const before = await stateOf(id);
      expect(await step('pause', id, request)).toEqual(paused);
      expect(await stateOf(id)).toEqual(before);
    }
  });

  it('changes nothing after the campaign was scheduled, unscheduled, and then published', async () => {
    const { id } = await service.scheduled(userId, ahead(300 * DAY_MS));
    const request = newId();
    const { updatedAt: _, ...unscheduled } = await step('unschedule', id, request);
    await service.publish(id, userId);
    const before = await stateOf(id);
    expect(await step('unschedule', id, request)).toMatchObject(unscheduled);
    expect(await stateOf(id)).toEqual(before);
  });

  it('changes the status once if it arrives several times concurrently', async () => {
    const { id } = await service.create({ userId });
    const { status } = await service.publish(id, userId);
    const request = newId();
    const [, rev] = await stateOf(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => step('pause', id, request)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 5 }, () => 'PAUSED'));
    expect([status, await stateOf(id)]).toEqual(['SENDING', ['PAUSED', Number(rev) + 1]]);
  });

  it('is forgotten after twenty other requests', async () => {
    const { id } = await service.create({ userId });
    await service.publish(id, userId);
    const request = newId();
    await step('pause', id, request);
    for (let n = 0; n < 10; n++) {
      await step('resume', id);
      if (n < 9) await step('pause', id);
    }
    await step('pause', id);
    await step('resume', id);
    expect((await step('pause', id, request)).status).toBe('PAUSED');
    expect((await stateOf(id))[0]).toBe('PAUSED');
  });
});
