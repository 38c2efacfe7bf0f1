import { AppError, type Payload } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import { SharedLimits } from './shared-limits';

const RATE = { perSecond: 10, burst: 20 };
const OTHER = '5f00000000000000000000e1';

function arrange() {
  const published: Payload<'limits.used'>[] = [];
  const clock = new FixedClock(new Date(0));
  const broker = { isAway: false };
  const broadcast = (_name: string, used: Payload<'limits.used'>): Promise<void> => {
    if (broker.isAway) return Promise.reject(new AppError('service_unavailable'));
    published.push(used);
    return Promise.resolve();
  };
  const limits = new SharedLimits(
    { broadcast } as unknown as Messenger,
    clock,
    Logger.create('gateway', 'silent'),
  );
  return { limits, published, clock, broker };
}

const used = (gatewayId: string, count: number): Payload<'limits.used'> => ({
  gatewayId,
  keys: [{ id: 'k', used: count, rate: RATE }],
  failedAuthentications: [],
});
const left = (limits: SharedLimits): number => limits.keys.take('k', RATE).bucket.left;

describe('the rate-limit messages between gateways', () => {
  it('contain the use of each kind, and are not sent without any', async () => {
    const { limits, published } = arrange();
    await limits.round();
    limits.keys.take('k', RATE);
    limits.keys.take('k', RATE);
    limits.sketch('wrong-key', RATE).take('192.0.2.1');
    await limits.round();
    await limits.round();
    expect(published).toEqual([
      {
        gatewayId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        keys: [{ id: 'k', used: 2, rate: RATE }],
        failedAuthentications: [{ id: 'wrong-key 192.0.2.1', used: 1, rate: RATE }],
      },
    ]);
  });

  it('are applied by all other gateways, but not by their sender', async () => {
    const { limits, published } = arrange();
    const other = arrange();
    limits.keys.take('k', RATE);
    await limits.round();
    for (const message of published) {
      limits.receive(message);
      other.limits.receive(message);
    }
    expect([left(limits), left(other.limits)]).toEqual([18, 18]);
  });

  it('apply limits of hashed names to the same limit elsewhere, and to no others', async () => {
    const { limits, published } = arrange();
    const other = arrange();
    const of = (all: SharedLimits) => (['person', 'mail'] as const).map((kind) => all.sketch(kind, RATE));
    const [person] = of(limits);
    const [sketched, mail] = of(other.limits);
    for (let i = 0; i < RATE.burst; i++) person?.take('somebody');
    await limits.round();
    for (const message of published) other.limits.receive(message);
    expect([sketched, mail].map((sketch) => sketch?.peek('somebody').taken)).toEqual([false, true]);
    person?.forgive('somebody');
    await limits.round();
    for (const message of published.slice(1)) other.limits.receive(message);
    expect(sketched?.peek('somebody').taken).toBe(true);
  });

  it('include the cost of work, as a debt of at most half a minute', async () => {
    const { limits, published } = arrange();
    const other = arrange();
    limits.keys.take('k', RATE);
    limits.keys.charge('k', RATE, 1_000);
    await limits.round();
    expect(published.map(({ keys }) => keys)).toEqual([[{ id: 'k', used: 1, worked: 1_000, rate: RATE }]]);
    for (const message of published) other.limits.receive(message);
    other.clock.advance(29_900);
    expect(other.limits.keys.take('k', RATE).taken).toBe(false);
    other.clock.advance(200);
    expect(other.limits.keys.take('k', RATE).taken).toBe(true);
  });

  it('create a debt of no more than all the others can have admitted', () => {
    const { limits, clock } = arrange();
    for (const id of ['1', '2', '3']) limits.receive(used(id, 1_000));
    clock.advance(9_000);
    expect(left(limits)).toBe(0);
    clock.advance(100);
    expect(limits.keys.take('k', RATE).taken).toBe(true);
  });

  it('do not count gateways that were silent for a minute', () => {
    const { limits, clock } = arrange();
    limits.receive(used(OTHER, 1));
    clock.advance(60_001);
    limits.receive(used('another', 1_000));
    clock.advance(3_100);
    expect(limits.keys.take('k', RATE).taken).toBe(true);
  });

  it('are dropped while the broker is unavailable: the use has regenerated when it returns', async () => {
    const { limits, published, broker } = arrange();
    limits.keys.take('k', RATE);
    broker.isAway = true;
    await expect(limits.round()).rejects.toThrow(AppError);
    broker.isAway = false;
    await limits.round();
    expect(published).toEqual([]);
  });

  it('are dropped if they could not be sent for more than a second', async () => {
    const { limits, published, clock } = arrange();
    limits.keys.take('k', RATE);
    clock.advance(1_001);
    await limits.round();
    limits.keys.take('k', RATE);
    clock.advance(1_000);
    await limits.round();
    expect(published.map(({ keys }) => keys)).toEqual([[{ id: 'k', used: 1, rate: RATE }]]);
  });

  it('are split if they are large', async () => {
    const { limits, published } = arrange();
    for (let i = 0; i < 2_500; i++) limits.keys.take(`k${i}`, RATE);
    while (await limits.round());
    expect(published.map(({ keys }) => keys.length)).toEqual([1_000, 1_000, 500]);
  });
});
