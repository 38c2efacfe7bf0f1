import type { ConversionReported } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { type Logger, Metrics } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import { ReportPixels } from './report-pixels';

const at = '2026-03-01T10:00:00.000Z';
const campaignId = '6560f0a1b2c3d4e5f6a7b8c9';
const quiet = { warn: () => undefined, info: () => undefined } as unknown as Logger;
const order = (reference: string): Omit<ConversionReported, 'id'> => ({
  ...{ campaignId, deliveryId: null, clickedAt: at, reference, value: null, currency: null, occurredAt: at },
});

function arrange() {
  const published: ConversionReported[] = [];
  const state: { publish: () => Promise<void> } = { publish: () => Promise.resolve() };
  const publish = async (_: string, report: ConversionReported): Promise<void> => {
    await state.publish();
    published.push(report);
  };
  const clock = new FixedClock(new Date(at));
  const metrics = new Metrics('gateway');
  const pixels = new ReportPixels({ publish } as unknown as Messenger, clock, quiet, metrics);
  const outcomes = async (): Promise<Record<string, number>> => {
    const { text } = await metrics.scrape();
    const lines = text.matchAll(/carillon_conversion_pixels_total\{.*outcome="(\w+)".*\} (\d+)/g);
    return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]));
  };
  return { pixels, published, state, clock, outcomes };
}

const away = (): Promise<void> => Promise.reject(new Error('away'));

describe('reports of pixels', () => {
  it('are published once, however often the pixel is loaded', async () => {
    const { pixels, published, outcomes } = arrange();
    for (let n = 0; n < 100_000; n++) await pixels.receive(order('1'), `n${n % 500}`);
    expect(published.map(({ reference }) => reference)).toEqual(['1']);
    expect(await outcomes()).toEqual({ accepted: 1, repeated: 99_999 });
  });

  it('are published later if the broker is unavailable, and once', async () => {
    const { pixels, published, state, outcomes } = arrange();
    state.publish = away;
    await pixels.receive(order('1'), 'n1');
    await pixels.receive(order('1'), 'n1');
    await pixels.receive(order('2'), 'n1');
    await pixels.round();
    expect(published).toEqual([]);
    state.publish = () => Promise.resolve();
    await pixels.round();
    await pixels.round();
    expect(published.map(({ reference }) => reference)).toEqual(['1', '2']);
    expect(await outcomes()).toEqual({ accepted: 2, repeated: 1 });
  });

  it('are limited in number while the broker is unavailable', async () => {
    const { pixels, state, outcomes } = arrange();
    state.publish = away;
    for (let n = 0; n < 10_005; n++) await pixels.receive(order(`${n}`), `n${n}`);
    expect(await outcomes()).toEqual({ accepted: 10_000, lost: 5 });
  });

  it('delay a picture by two seconds at most', async () => {
    const { pixels, published, state } = arrange();
    let confirm = (): void => undefined;
    state.publish = () => new Promise((resolve) => (confirm = resolve));
    const begun = performance.now();
    await pixels.receive(order('1'), 'n1');
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    expect(performance.now() - begun).toBeLessThan(5_000);
    await pixels.round();
    confirm();
    await new Promise(setImmediate);
    expect(published).toHaveLength(1);
  });

  it('are limited in each network, but not repeated ones', async () => {
    const { pixels, published, clock, outcomes } = arrange();
    for (let n = 0; n < 150; n++) await pixels.receive(order(`${n}`), 'n1');
    await pixels.receive(order('other'), 'n2');
    expect(published).toHaveLength(101);
    clock.advance(1_000);
    for (let n = 200; n < 210; n++) await pixels.receive(order(`${n}`), 'n1');
    expect(published).toHaveLength(106);
    await pixels.receive(order('0'), 'n1');
    expect(await outcomes()).toEqual({ accepted: 106, limited: 55, repeated: 1 });
  });

  it('are published before the end of the process', async () => {
    const { pixels, published, state } = arrange();
    state.publish = away;
    await pixels.receive(order('1'), 'n1');
    state.publish = () => Promise.resolve();
    await pixels.beforeApplicationShutdown();
    expect(published).toHaveLength(1);
  });
});
