import { eventually } from '@carillon/testing';
import { EmailWorkerService } from './email-worker-service';

const USUAL_PAUSE_MS = 3_000;

describe('an email worker', () => {
  let service: EmailWorkerService;
  beforeAll(async () => {
    service = await EmailWorkerService.start({ EMAIL_LEASES: '7' });
  });
  afterAll(() => service.stop());

  it('sends a heartbeat immediately when one is requested', async () => {
    const heartbeats: unknown[] = [];
    await service.others.overhear({ 'worker.heartbeat': (heartbeat) => heartbeats.push(heartbeat) });
    const from = performance.now();
    for (let calls = 1; calls <= 4; calls += 1) {
      await service.others.messenger.broadcast('heartbeats.requested', {});
      await eventually(() => heartbeats.length >= calls);
    }
    expect(performance.now() - from).toBeLessThan(2 * USUAL_PAUSE_MS);
    expect(heartbeats[0]).toMatchObject({ channel: 'EMAIL', leases: 7 });
  });
});
