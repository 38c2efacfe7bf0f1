import { newId } from '@carillon/contracts';
import { BrokerCluster, freshContext } from '@carillon/testing/servers';
import { user } from './samples';
import { TestProcess } from './test-process';

jest.setTimeout(240_000);

describe('in a cluster', () => {
  let cluster: BrokerCluster;
  const owners: TestProcess[] = [];
  beforeAll(async () => {
    cluster = await BrokerCluster.start(freshContext(), 1);
  });
  afterEach(async () => {
    await Promise.all(owners.splice(0).map((owner) => owner.stop()));
  });
  afterAll(() => cluster.remove());

  it('a command queue that exists only by name is declared again', async () => {
    const handlers = { 'user.get': ({ id }: { id: string }) => Promise.resolve(user(id)) };
    const options = { commandQueues: 'quorum', partial: true } as const;
    const begin = async () => {
      const owner = await TestProcess.start(cluster.amqpUrl, 'account', handlers, options);
      owners.push(owner);
      return owner;
    };
    const previous = await begin();
    // The queue would expire without a consumer.
    await cluster.nodes[0]?.loseQueue('account.commands');
    await owners.pop()?.stop();
    const account = await begin();
    const id = newId();
    expect(await account.messenger.request('user.get', { id })).toEqual(user(id));
    const lines = [previous, account].flatMap(({ log }) =>
      log.withMessage('declaring a queue again that cannot be consumed'),
    );
    expect(lines).not.toEqual([]);
  });
});
