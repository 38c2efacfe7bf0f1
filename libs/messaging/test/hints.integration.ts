import { type Payload, newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { RawBroker } from './raw-broker';
import { Seen } from './seen';
import { TestProcess, type TestProcessOptions } from './test-process';

const QUEUE = 'deliveries.email';
type Released = Payload<'email.batch-released'>;

describe('a hint', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  let teller: TestProcess;

  beforeAll(async () => {
    broker = await testBroker();
    teller = await TestProcess.start(broker.amqpUrl, 'dispatcher');
    raw = await RawBroker.connect(broker.amqpUrl);
  });
  afterAll(async () => {
    await Promise.all([teller.stop(), raw.close()]);
    await broker.remove();
  });

  const listen = (handler: (hint: Released) => Promise<void>, options: TestProcessOptions = {}) =>
    TestProcess.start(
      broker.amqpUrl,
      'email-worker',
      { 'email.batch-released': handler },
      { consumes: [QUEUE], ...options },
    );

  const release = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        teller.messenger.publish('email.batch-released', {
          batchId: `batch-${n}`,
          campaignId: newId(),
          release: n,
          leaseMs: 10_000,
        }),
      ),
    );

  it('is logged and dropped if its handler throws', async () => {
    const tries = new Seen<string>();
    const worker = await listen(({ batchId }) => {
      void tries.add(batchId);
      return Promise.reject(new Error('no such batch'));
    });
    await release(6);
    await tries.count(6);
    await worker.stop();
    expect(worker.log.withMessage('message dropped')).toHaveLength(6);
    await raw.counted(QUEUE, 0);
    expect(tries.items).toHaveLength(6);
  });

  it('is delivered only up to the prefetch of the worker', async () => {
    const inFlight = new Seen<string>();
    let release1: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release1 = resolve));
    const worker = await listen(
      async ({ batchId }) => {
        void inFlight.add(batchId);
        await held;
      },
      { prefetch: { [QUEUE]: 2 } },
    );
    await release(5);
    await inFlight.count(2);
    await raw.counted(QUEUE, 3);
    release1();
    await inFlight.count(5);
    await worker.stop();
  });
});
