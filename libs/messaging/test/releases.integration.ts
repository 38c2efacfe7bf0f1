import { newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { version } from '../../../package.json';
import { RawBroker } from './raw-broker';
import { eventually } from './seen';
import { TestProcess } from './test-process';

const NAME = 'audience.page';
const nobody = { items: [], next: null };
const payload = { userId: newId(), groupId: newId(), keys: [], after: null, limit: 10 };

/** A process of release 0.2.0, which took audience.page from the queue `subscriber.reads`, and sent it by its name. */
class OldProcess {
  handled = 0;
  answered = 0;

  private constructor(
    private readonly link: ChannelModel,
    private readonly channel: Channel,
  ) {}

  static async start(url: string, serves = false): Promise<OldProcess> {
    const link = await connect(url);
    const old = new OldProcess(link, await link.createChannel());
    await old.channel.consume('amq.rabbitmq.reply-to', () => void (old.answered += 1), { noAck: true });
    if (serves) await old.serve();
    return old;
  }

  request(): void {
    const properties = { type: NAME, correlationId: newId(), replyTo: 'amq.rabbitmq.reply-to' };
    this.channel.publish('carillon.commands', NAME, Buffer.from(JSON.stringify(payload)), properties);
  }

  async stop(): Promise<void> {
    await this.link.close();
  }

  private async serve(): Promise<void> {
    const args = { 'x-queue-type': 'classic', 'x-expires': 10_000 };
    await this.channel.assertExchange('carillon.commands', 'direct', { durable: true });
    await this.channel.assertQueue('subscriber.reads', { durable: true, autoDelete: true, arguments: args });
    await this.channel.bindQueue('subscriber.reads', 'carillon.commands', NAME);
    await this.channel.consume('subscriber.reads', (message) => {
      if (!message) return;
      this.handled += 1;
      const { replyTo, correlationId } = message.properties as { replyTo: string; correlationId: string };
      const answer = Buffer.from(JSON.stringify(nobody));
      this.channel.publish('', replyTo, answer, { type: 'reply', correlationId });
      this.channel.ack(message);
    });
  }
}

describe('a command that had another queue in the last release', () => {
  const COUNT = 20;
  let broker: TestBroker;
  let caller: TestProcess;
  let oldCaller: OldProcess;
  let handled: number;
  const serve = (): Promise<TestProcess> =>
    TestProcess.start(broker.amqpUrl, 'subscriber', {
      [NAME]: () => {
        handled += 1;
        return Promise.resolve(nobody);
      },
    });
  const request = (): Promise<unknown> => caller.messenger.request(NAME, payload);

  beforeAll(async () => {
    broker = await testBroker();
    caller = await TestProcess.start(broker.amqpUrl, 'dispatcher');
    oldCaller = await OldProcess.start(broker.amqpUrl);
  });
  beforeEach(() => (handled = 0));
  afterAll(async () => {
    await Promise.all([caller.stop(), oldCaller.stop()]);
    await broker.remove();
  });

  it('is handled once beside processes of that release, whoever sends it', async () => {
    const [older, newer] = [await OldProcess.start(broker.amqpUrl, true), await serve()];
    for (let n = 0; n < COUNT; n++) {
      await request();
      oldCaller.request();
    }
    await eventually(
      () => oldCaller.answered,
      (answered) => answered === COUNT,
    );
    // What came in between would have been handled by now: each queue is in order.
    await Promise.all(Array.from({ length: 4 }, request));
    expect(handled + older.handled).toBe(2 * COUNT + 4);
    await Promise.all([older.stop(), newer.stop()]);
  });

  it('is handled by the processes of that release when those of this one have left again', async () => {
    const [older, newer] = [await OldProcess.start(broker.amqpUrl, true), await serve()];
    await request();
    await newer.stop();
    for (let n = 0; n < COUNT; n++) await request();
    expect([handled, older.handled]).toEqual([1, COUNT]);
    await older.stop();
  });

  it('is refused at once when no process of the service runs', async () => {
    await expect(request()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('the release of a sender', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  beforeAll(async () => {
    broker = await testBroker();
    raw = await RawBroker.connect(broker.amqpUrl);
  });
  afterAll(async () => {
    await raw.close();
    await broker.remove();
  });

  it('is logged with an event that this process does not know', async () => {
    const account = await TestProcess.start(broker.amqpUrl, 'account', {}, { consumes: ['account.events'] });
    await raw.put('account.events', 'key.eaten', '{}', { release: '9.9.9' });
    await eventually(
      () => account.log.lines,
      (lines) => lines.some(({ fields }) => fields.event === 'key.eaten' && fields.senderRelease === '9.9.9'),
    );
    await account.stop();
  });

  it('is in the log of an owner that does not know a command', async () => {
    const account = await TestProcess.start(broker.amqpUrl, 'account', {
      'user.get': () => Promise.reject(new Error('not asked')),
    });
    await expect(account.messenger.request('user.list', { after: null, limit: 1 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(account.log.saying('command not understood')).toMatchObject([
      { fields: { sender: 'account', senderRelease: version } },
    ]);
    await account.stop();
  });
});
