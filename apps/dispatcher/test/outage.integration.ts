import { mongo } from 'mongoose';
import { TestDatabase, ownDatabase, testBroker } from '@carillon/testing';
import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(180_000);

describe('a database that goes away in mid-campaign', () => {
  let server: Awaited<ReturnType<typeof ownDatabase>>;
  let stage: Stage;

  beforeAll(async () => {
    server = await ownDatabase();
    const url = server.running.mongoUrl;
    const client = await new mongo.MongoClient(url).connect();
    stage = await Stage.open(await testBroker(), new TestDatabase(url, 'outage', client));
  });
  afterAll(async () => {
    await stage.close();
    await server.remove();
  });

  it('loses nobody, doubles nobody, and leaves no message in a ladder or a dead queue', async () => {
    await stage.start({ HAND_LEASE_MS: '20000', LOG_LEVEL: 'silent' });
    await stage.start({ HAND_LEASE_MS: '20000', LOG_LEVEL: 'silent' });
    const worker = new Worker(stage);
    const people = members(5_000, 'a');
    const campaignId = await stage.publish([people]);
    const hands = [await worker.takeNext(campaignId), await worker.takeNext(campaignId)];
    await server.kill();
    for (const hand of hands) await worker.settle(hand);
    await server.start();
    const rest = worker.sendAll(campaignId);
    await until('half of it', () => worker.sent.length > 2_500);
    await server.stop();
    await server.start();
    await rest;
    const inHands = hands.flatMap(({ recipients }) => recipients.map(({ address }) => address));
    expect([...inHands, ...worker.sent].sort()).toEqual(people.map(({ address }) => address).sort());
    expect(await stage.report(campaignId)).toMatchObject({ states: { SENT: 5_000 } });
    await until('empty queues', async () => {
      const kept = (await stage.broker.queues()).filter(({ name }) => /dead|retry|settlements/.test(name));
      return kept.length > 8 && kept.every(({ messages }) => messages === 0);
    });
  });
});
