import { type Hand, bodiesOf, newId } from '@carillon/contracts';
import { Stage, members } from './stage';
import { Worker } from './workers';

jest.setTimeout(90_000);

describe('a hand of WhatsApp messages', () => {
  let stage: Stage;
  let worker: Worker;

  beforeAll(async () => {
    stage = await Stage.open();
    const whatsapp = { integrationId: newId(), ratePerSecond: null, maxConnections: null };
    stage.profile = { ...stage.profile, routes: { ...stage.profile.routes, WHATSAPP: whatsapp } };
    stage.workers.set('whatsapp-worker', { channel: 'WHATSAPP', hands: 8 });
    await stage.others.hear('deliveries.whatsapp', {
      'whatsapp.batch-released': (hint) => stage.hints.push(hint),
    });
    await stage.start();
    worker = new Worker(stage, 'whatsapp-worker');
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());

  const bodies = bodiesOf({ EMAIL: 'Hello', WHATSAPP: 'Hello' });
  const conversing = (hand: Hand | null): string[] =>
    hand?.recipients.flatMap((recipient) => (recipient.conversing ? [recipient.address] : [])) ?? [];

  it('tells who has written, and the same to a request that is repeated', async () => {
    const people = members(4, '1', 'WHATSAPP');
    const [, second, third, fourth] = people.map(({ address }) => address);
    if (!second || !third || !fourth) throw new Error('expected people');
    const campaignId = await stage.publish([people], { bodies });
    const hint = await worker.nextHint(campaignId);
    stage.conversing.add(second).add(third).add(fourth);
    stage.suppressed.add(third);
    const requestId = newId();
    const hand = await worker.take(hint, requestId);
    expect(conversing(hand)).toEqual([second, fourth]);
    stage.conversing.clear();
    expect((await worker.take(hint, requestId))?.recipients).toEqual(hand?.recipients);
    if (hand) await worker.settle(hand);
    await worker.sendAll(campaignId);
    expect(await stage.report(campaignId)).toMatchObject({ states: { SENT: 3, SKIPPED: 1 } });
  });

  it('has nothing to tell where nobody has', async () => {
    const campaignId = await stage.publish([members(3, '2', 'WHATSAPP')], { bodies });
    const hand = await worker.takeNext(campaignId);
    expect(hand.recipients.every((recipient) => !('conversing' in recipient))).toBe(true);
    await worker.settle(hand);
  });
});
