import { ServerLink, type TestBroker, testBroker } from '@carillon/testing';
import type { Channel } from 'amqplib';
import { MessagingConnection } from '@carillon/messaging';
import { SupervisedChannel } from '../src/connection/supervised-channel';
import { Consumer } from '../src/server/consumer';
import { Seen, eventually } from './seen';
import { TestLog } from './test-log';
import { TestProcess } from './test-process';

describe('a channel', () => {
  let broker: TestBroker;
  let process: TestProcess;
  beforeAll(async () => {
    broker = await testBroker();
  });
  beforeEach(async () => {
    process = await TestProcess.start(broker.amqpUrl, 'account');
  });
  afterEach(() => process.stop());
  afterAll(() => broker.remove());

  const open = (setup: (channel: Channel) => Promise<unknown>, connection = process.connection) =>
    new SupervisedChannel(connection, {
      name: 'probe',
      confirm: false,
      setup: (channel) => setup(channel).then(() => undefined),
    });

  it.each([
    ['an error of our own', () => Promise.reject(new Error('not yet')), 'not yet'],
    ['a refusal', (channel: Channel) => channel.checkQueue('no.such.queue'), /NOT_FOUND/],
    [
      'a refusal that it ignores',
      (channel: Channel) => channel.checkQueue('no.such.queue').catch(() => undefined),
      /NOT_FOUND/,
    ],
  ])('is reopened until its setup works after %s', async (_, fail, reason) => {
    let tries = 0;
    const probe = open(async (channel) => {
      tries += 1;
      if (tries < 4) await fail(channel);
    });
    await eventually(
      () => tries,
      (count) => count > 1,
    );
    expect(probe.current).toBeNull();
    expect(process.connection.isReady()).toBe(false);
    expect(await probe.opened()).not.toBeNull();
    expect(tries).toBe(4);
    expect(process.connection.isReady()).toBe(true);
    const lines = process.log.lines.filter(({ fields }) => fields.channel === 'probe');
    expect(lines.map(({ message }) => message)).toEqual(['channel lost', 'channel recovered']);
    expect(lines[0]?.fields.reason).toMatch(reason);
  });

  it('is set up again with the next connection if its setup hangs', async () => {
    const begun = new Seen<Channel>();
    const probe = open(async (channel) => {
      await begun.add(channel);
      if (begun.items.length === 1) await new Promise(() => undefined);
    });
    await begun.count(1);
    await process.cutOff(broker);
    await begun.count(2);
    expect(await probe.opened()).toBe(begun.items[1]);
  });

  it('does not stay open when it is closed during its opening', async () => {
    let handed = 0;
    const consumer = new Consumer(process.connection, {
      name: 'short-lived',
      prefetch: 1,
      renewAfterMs: null,
      declare: async (channel) => {
        handed += 1;
        return channel.assertQueue('short-lived', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
      },
      handle: () => Promise.resolve('done' as const),
    });
    await consumer.close();
    // The broker opens channels in the order of the requests.
    await open(() => Promise.resolve()).opened();
    expect(handed).toBe(0);
    expect(process.connection.manager.channelCount).toBe(3);
  });

  it('is opened beyond the limit of the connection as soon as another one is closed', async () => {
    const log = new TestLog();
    const url = `${broker.amqpUrl}?channelMax=2`;
    const connection = new MessagingConnection({ url, service: 'account', log });
    await connection.connect();
    const first = open(() => Promise.resolve(), connection);
    await first.opened();
    const second = open(() => Promise.resolve(), connection);
    await eventually(
      () => log.withMessage('channel lost'),
      ([line]) => line?.fields.reason === 'No channels left to allocate',
    );
    await first.close();
    expect(await second.opened()).not.toBeNull();
    await connection.close();
  });

  it('is closed even if the connection is lost before the broker confirms it', async () => {
    const link = await ServerLink.to(broker.amqpUrl);
    const connection = new MessagingConnection({ url: link.url, service: 'account', log: new TestLog() });
    await connection.connect();
    const probe = open(() => Promise.resolve(), connection);
    await probe.opened();
    link.freeze();
    const closing = probe.close();
    link.cut();
    await closing;
    await connection.close();
    await link.close();
  });
});
