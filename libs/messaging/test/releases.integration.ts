import { type TestBroker, testBroker } from '@carillon/testing';
import { version } from '../../../package.json';
import { RawBroker } from './raw-broker';
import { eventually } from './seen';
import { TestProcess } from './test-process';

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

  it('is logged by an owner that does not know a command', async () => {
    const account = await TestProcess.start(broker.amqpUrl, 'account', {
      'user.get': () => Promise.reject(new Error('not asked')),
    });
    await expect(account.messenger.request('user.list', { after: null, limit: 1 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(account.log.withMessage('invalid command')).toMatchObject([
      { fields: { sender: 'account', senderRelease: version } },
    ]);
    await account.stop();
  });
});
