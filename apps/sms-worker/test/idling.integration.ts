import type { INestApplication, INestMicroservice } from '@nestjs/common';
import { Health } from '@carillon/platform';
import { OtherServices, type TestBroker, eventually, startTestService, testBroker } from '@carillon/testing';
import { SmsWorkerModule } from '../src/sms-worker.module';

describe('the sms worker', () => {
  let broker: TestBroker;
  let app: INestApplication | INestMicroservice;
  let others: OtherServices;
  beforeAll(async () => {
    broker = await testBroker();
    others = await OtherServices.on(broker);
    app = await startTestService('sms-worker', SmsWorkerModule, { broker });
  });
  afterAll(async () => {
    await app.close();
    await others.close();
    await broker.remove();
  });

  it('is ready', async () => {
    await eventually(async () => (await app.get(Health).report()).ready);
  });

  it('leaves batches to workers that can send them', async () => {
    const hint = { batchId: 'b', campaignId: '64b7c0ffee64b7c0ffee0001', release: 1 };
    await others.messenger.publish('sms.batch-released', hint);
    await eventually(async () => (await broker.queue('deliveries.sms'))?.messages_ready === 1);
    expect(await broker.queue('deliveries.sms')).not.toMatchObject({ consumers: 1 });
  }, 20_000);
});
