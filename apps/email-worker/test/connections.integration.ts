import { eventually } from '@carillon/testing';
import { EmailWorkerService, manyPeople } from './email-worker-service';
import { TestMailServer } from './test-mail-server';

jest.setTimeout(90_000);

const slowPeople = (count: number): string[] => manyPeople(count).map((person) => `slow+${person}`);

describe('several email workers and one mail server', () => {
  let service: EmailWorkerService;
  let server: TestMailServer;
  beforeAll(async () => {
    service = await EmailWorkerService.start({ EMAIL_CONNECTIONS: '5' });
  });
  beforeEach(async () => {
    server = await TestMailServer.start();
  });
  afterEach(() => server.stop());
  afterAll(() => service.stop());

  it('each open as many connections as allowed', async () => {
    const { id: senderId } = service.sender(`alone${server.port}`, server.port);
    async function send(leases: number): Promise<void> {
      const released = Array.from({ length: leases }, () => service.release(slowPeople(20), { senderId }));
      for (const lease of await Promise.all(released)) await service.result(lease);
    }
    /** Workers open connections one after another, as soon as the server's replies allow them. */
    async function sendUntilInUse(connections: number, leases: number): Promise<void> {
      while (server.mostAtOnce < connections) await send(leases);
    }
    await sendUntilInUse(5, 3);
    await send(3);
    expect(server.mostAtOnce).toBe(5);
    await service.join();
    await service.join();
    await sendUntilInUse(15, 9);
    await send(9);
    expect(server.mostAtOnce).toBe(15);
  });

  it('open no more connections together than the server allows, and keep none open after a lease', async () => {
    const { id: senderId } = service.sender(`counted${server.port}`, server.port, {
      maxConnections: 8,
    });
    /**
     * Sends leases one after another, as the dispatcher grants them. Each lease begins when the last part of the
     * previous lease is reported.
     */
    const leaseAfterLease = async (): Promise<void> => {
      for (let n = 0; n < 12; n++) {
        await service.result(await service.release(manyPeople(8), { senderId, concurrency: 4 }));
      }
    };
    await Promise.all([leaseAfterLease(), leaseAfterLease()]);
    expect(server.mails).toHaveLength(192);
    expect(server.mostAtOnce).toBeLessThanOrEqual(8);
    await eventually(() => server.open === 0);
  });
});
