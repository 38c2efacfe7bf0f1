import { eventually } from '../eventually';
import { TwilioServer } from '../providers/index';
import type { WorkerService } from './worker-service';
import { type TwilioWorker, manyPeople, ownAccount, startWorker } from './twilio-worker';

/** Tests how a worker handles its messages in flight on shutdown. */
export function describeTwilioStop(worker: TwilioWorker): void {
  describe(`a ${worker.name} worker on shutdown`, () => {
    let server: TwilioServer;
    let service: WorkerService;
    const start = async (environment: Record<string, string> = {}): Promise<void> => {
      server = await TwilioServer.start();
      service = await startWorker(worker, server, { [worker.leasesVariable]: '1', ...environment });
    };
    afterEach(async () => {
      await service.stop();
      await server.stop();
    });

    it('reports what it has sent, returns the remaining recipients, and leaves no message in doubt', async () => {
      await start();
      server.always('takes slowly');
      const lease = await service.offer(ownAccount(service), manyPeople(50), { sendsPerSecond: 20 });
      await eventually(() => server.messages.length > 5);
      await service.terminate();
      const { outcomes, returned } = await service.result(lease);
      expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
      expect(outcomes).toHaveLength(server.messages.length);
      expect(outcomes.length + returned.length).toBe(50);
      expect(returned.length).toBeGreaterThan(10);
    });

    it('aborts sends that take too long, and reports their results as unknown', async () => {
      await start({ FINISH_MS: '5000' });
      server.when(worker.onWire('+15005551000'), 'keeps silent');
      const lease = await service.offer(ownAccount(service), manyPeople(2));
      await eventually(() => server.messages.length === 2);
      await service.terminate();
      expect((await service.result(lease)).outcomes).toMatchObject([
        { i: 0, kind: 'unknown', reason: 'WORKER_STOPPED' },
        { i: 1, kind: 'sent' },
      ]);
    });
  });
}
