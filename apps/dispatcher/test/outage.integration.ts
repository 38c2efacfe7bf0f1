import { mongo } from 'mongoose';
import { TestDatabase, ownDatabase, testBroker } from '@carillon/testing';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(180_000);

describe('a database outage during a campaign', () => {
  let server: Awaited<ReturnType<typeof ownDatabase>>;
  let fixture: Fixture;

  beforeAll(async () => {
    server = await ownDatabase();
    const url = server.running.mongoUrl;
    const client = await new mongo.MongoClient(url).connect();
    fixture = await Fixture.open(await testBroker(), new TestDatabase(url, 'outage', client));
  });
  afterAll(async () => {
    await fixture.close();
    await server.remove();
  });

  it('loses no recipient, sends no duplicate, and leaves no message in a retry or dead-letter queue', async () => {
    await fixture.start({ BATCH_LEASE_MS: '120000', LOG_LEVEL: 'silent' });
    await fixture.start({ BATCH_LEASE_MS: '120000', LOG_LEVEL: 'silent' });
    const worker = new Worker(fixture);
    const people = members(5_000, 'a');
    const campaignId = await fixture.publish([people]);
    const leases = [await worker.takeNext(campaignId), await worker.takeNext(campaignId)];
    await server.kill();
    for (const lease of leases) await worker.settle(lease);
    await server.start();
    const rest = worker.sendAll(campaignId);
    await until('half of it', () => worker.sent.length > 2_500);
    await server.stop();
    await server.start();
    await rest;
    const leased = leases.flatMap(({ recipients }) => recipients.map(({ address }) => address));
    expect([...leased, ...worker.sent].sort()).toEqual(people.map(({ address }) => address).sort());
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 5_000 } });
    await until('empty queues', async () => {
      const kept = (await fixture.broker.queues()).filter(({ name }) => /dead|retry|settlements/.test(name));
      return kept.length > 8 && kept.every(({ messages }) => messages === 0);
    });
  });
});
