import { join } from 'node:path';
import { contentOf } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { campaignId } from '../../test/surroundings';
import { type IsolatedSend, IsolatedSends, isolateBy } from './isolated-sends';

const content = {
  campaignId,
  content: contentOf({ subject: 'Hi', bodies: { EMAIL: 'Hi' } }),
  watermark: false,
};
const sender = {
  ...{ id: 'i', userId: 'u', provider: 'SMTP' as const },
  ...{ version: '1', settings: {}, secrets: {} },
};
const sendTo = (address: string, timeoutMs = 20_000): IsolatedSend => ({
  content,
  files: {},
  sender,
  recipient: { i: 0, address, subscriberId: campaignId, variables: {} },
  terms: { deliveryId: 'd', timeoutMs, validForMs: 1_000 },
});
const isolatedProcess = join(__dirname, '../../test/isolated-process.cjs');
const notBegun = { kind: 'failed', reason: 'WORKER_ERROR', permanent: false, code: null };
const lost = { kind: 'unknown', reason: 'WORKER_ERROR', code: null };

describe('an isolated send', () => {
  const sends = new IsolatedSends(Logger.create('test', 'silent'));
  beforeAll(() => isolateBy(isolatedProcess));
  afterEach(() => sends.close());

  it('runs in a separate process, which also sends the next message', async () => {
    const first = await sends.send(sendTo('ann@example.org'));
    expect(first).toMatchObject({
      kind: 'sent',
      providerId: expect.not.stringMatching(`^${process.pid}$`) as unknown,
    });
    expect(await sends.send(sendTo('ben@example.org'))).toEqual(first);
  });

  it('starts only after the previous send has released its resources', async () => {
    const first = await sends.send(sendTo('slow-to-end@example.org'));
    expect(await sends.send(sendTo('ann@example.org'))).toEqual(first);
  });

  it.each(['kill@example.org', 'heap@example.org'])(
    'is in doubt when it terminates its process: %s',
    async (address) => {
      expect(await sends.send(sendTo(address))).toEqual(lost);
      expect(await sends.send(sendTo('ann@example.org'))).toMatchObject({ kind: 'sent' });
    },
  );

  it('is in doubt when it exceeds the time limit', async () => {
    expect(await sends.send(sendTo('hang@example.org', 100))).toEqual(lost);
  });

  it('is aborted, and in doubt, when its lease is lost during the send', async () => {
    let isAsked = 0;
    const mayDeliver = (): boolean => ++isAsked < 3;
    const hanging = sendTo('hang@example.org', 3_600_000);
    expect(await sends.send({ ...hanging, terms: { ...hanging.terms, mayDeliver } })).toEqual(lost);
    expect(await sends.send(sendTo('ann@example.org'))).toMatchObject({ kind: 'sent' });
  });

  it('is in doubt when the worker ends during the send', async () => {
    const { terms, ...send } = sendTo('hang@example.org');
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const hanging = sends.send({ ...send, terms: { ...terms, mayDeliver: () => (begin(), true) } });
    await begun;
    sends.close();
    expect(await hanging).toEqual(lost);
  });

  it('is not started when the worker ends before its turn', async () => {
    await sends.send(sendTo('slow-to-end@example.org'));
    const waiting = sends.send(sendTo('ann@example.org'));
    sends.close();
    expect(await waiting).toEqual(notBegun);
  });

  it('is not started when the process cannot be started', async () => {
    isolateBy(join(__dirname, 'nothing.cjs'));
    const result = await sends.send(sendTo('ann@example.org'));
    isolateBy(isolatedProcess);
    expect(result).toEqual(notBegun);
  });

  it('waits for its turn', async () => {
    const order: string[] = [];
    const end = await sends.turn();
    const next = sends.turn().then((ended) => (order.push('next'), ended()));
    await Promise.resolve();
    order.push('first');
    await end();
    await next;
    expect(order).toEqual(['first', 'next']);
  });
});
