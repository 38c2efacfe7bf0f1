import { eventually } from '@carillon/testing';
import { EmailWorkerService, manyPeople } from './email-worker-service';
import { TestMailServer } from './test-mail-server';

describe('an email worker that stops', () => {
  let service: EmailWorkerService;
  let server: TestMailServer;
  beforeEach(async () => {
    service = await EmailWorkerService.start({ EMAIL_LEASES: '1' });
    server = await TestMailServer.start();
    service.sender('default', server.port);
  });
  afterEach(async () => {
    await service.stop();
    await server.stop();
  });

  it('reports sent recipients and returns the remaining ones', async () => {
    const lease = await service.release(manyPeople(200), { sendsPerSecond: 10 });
    await eventually(() => server.mails.length > 10);
    await service.terminate();
    const { sent, outcomes } = await service.result(lease);
    expect(outcomes).toEqual([]);
    expect(sent.map((i) => `person${i}@example.org`).sort()).toEqual(server.mails.map(({ to }) => to).sort());
    expect(sent.length).toBeLessThan(100);
  });

  it('aborts a slow send and reports its result as unknown', async () => {
    const lease = await service.release(['hang-data', 'ann']);
    await eventually(() => server.received === 2);
    await service.terminate();
    const { sent, outcomes } = await service.result(lease);
    expect(sent).toEqual([1]);
    // A silent server would be reported as SERVER_TIMEOUT.
    expect(outcomes).toMatchObject([{ i: 0, kind: 'unknown', reason: 'CONNECTION_LOST' }]);
  });

  it('leaves a hint that exceeds its capacity to other workers', async () => {
    // The rate keeps the lease busy. A silent server would not keep it busy, because its lease gives its slot to other
    // leases.
    await service.release(manyPeople(200), { sendsPerSecond: 1 });
    await eventually(() => server.received === 1);
    const waiting = await service.release(['ben']);
    await eventually(
      async () => (await service.broker.queue('deliveries.email'))?.messages_unacknowledged === 1,
    );
    await service.terminate();
    expect(service.taken).not.toContain(waiting.batchId);
    await eventually(async () => (await service.broker.queue('deliveries.email'))?.messages_ready === 1);
  });
});
