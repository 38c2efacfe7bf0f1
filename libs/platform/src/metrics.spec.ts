import { MessagingMetrics } from './messaging-metrics';
import { Metrics, seldom } from './metrics';

const linesOf = async (metrics: Metrics, name: string): Promise<string[]> =>
  (await metrics.scrape()).text.split('\n').filter((line) => line.startsWith(name));

describe('a gauge that is read elsewhere', () => {
  let metrics: Metrics;
  const read = jest.fn<Promise<{ labels: { channel: string }; value: number }[]>, []>();
  beforeEach(() => {
    read.mockReset();
    metrics = new Metrics('test');
    metrics.readings('carillon_test', 'A test', ['channel'], read);
  });
  afterEach(() => jest.useRealTimers());

  it('has the series of its last reading, and no others', async () => {
    read.mockResolvedValueOnce([{ labels: { channel: 'SMS' }, value: 3 }]);
    expect(await linesOf(metrics, 'carillon_test')).toEqual([
      'carillon_test{channel="SMS",service="test"} 3',
    ]);
    read.mockResolvedValueOnce([{ labels: { channel: 'EMAIL' }, value: 0 }]);
    expect(await linesOf(metrics, 'carillon_test')).toEqual([
      'carillon_test{channel="EMAIL",service="test"} 0',
    ]);
  });

  it('has no series when it cannot be read, and the scrape succeeds', async () => {
    read.mockResolvedValueOnce([{ labels: { channel: 'SMS' }, value: 3 }]);
    await metrics.scrape();
    read.mockRejectedValue(new Error('the database is away'));
    expect(await linesOf(metrics, 'carillon_test')).toEqual([]);
    expect(await linesOf(metrics, 'process_cpu_seconds_total')).toHaveLength(1);
  });

  it('has no series when the reading hangs', async () => {
    jest.useFakeTimers();
    read.mockReturnValueOnce(new Promise(() => undefined));
    const lines = linesOf(metrics, 'carillon_test');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await lines).toEqual([]);
  });
});

describe('a cached reading', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is shared by all callers within 15 seconds, including concurrent ones', async () => {
    let made = 0;
    const read = seldom(() => Promise.resolve(++made));
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(14_900);
    expect(await read()).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(await read()).toBe(2);
  });

  it('is not repeated while one hangs', async () => {
    const slow = jest.fn(() => new Promise<number>(() => undefined));
    const read = seldom(slow);
    void read();
    await jest.advanceTimersByTimeAsync(60_000);
    void read();
    expect(slow).toHaveBeenCalledTimes(1);
  });

  it('is repeated after a failure', async () => {
    const failing = jest
      .fn<Promise<number>, []>()
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValue(7);
    const read = seldom(failing);
    await expect(read()).rejects.toThrow('away');
    expect(await read()).toBe(7);
  });
});

describe('the age of an outbox', () => {
  it.each([
    ['is that of its oldest entry', -90_000, 90],
    ['is not negative, though clocks differ', 90_000, 0],
    ['is 0 if it is empty', null, 0],
  ])('%s', async (_, fromNow, seconds) => {
    const metrics = new Metrics('campaign');
    metrics.outbox('orders', () => Promise.resolve(fromNow === null ? null : new Date(Date.now() + fromNow)));
    const [line] = await linesOf(metrics, 'carillon_outbox_age_seconds');
    expect(line).toContain('outbox="orders"');
    expect(Math.floor(Number(line?.split(' ')[1]) / 10) * 10).toBe(seconds);
  });

  it('is shown for each outbox of a service, with the numbers of published and failed entries', async () => {
    const metrics = new Metrics('campaign');
    metrics.outbox('orders', () => Promise.resolve(null)).published(2);
    metrics.outbox('notes', () => Promise.resolve(null)).failed();
    expect(await linesOf(metrics, 'carillon_outbox_age_seconds')).toHaveLength(2);
    const counts = await linesOf(metrics, 'carillon_outbox_entries_total');
    const of = (outbox: string, result: string) =>
      counts.find((line) => line.includes(`outbox="${outbox}"`) && line.includes(`result="${result}"`));
    expect(of('orders', 'published')).toMatch(/ 2$/);
    expect(of('orders', 'failed')).toMatch(/ 0$/);
    expect(of('notes', 'failed')).toMatch(/ 1$/);
  });
});

describe('the metrics of messages', () => {
  it('start with a series of zero dead events, so that the first one is an increase', async () => {
    const metrics = new Metrics('campaign');
    const messages = new MessagingMetrics(metrics, 'campaign');
    const dead =
      'carillon_messages_handled_total{message="campaign.completed",result="dead",service="campaign"}';
    expect(await linesOf(metrics, dead)).toEqual([`${dead} 0`]);
    const handled = { message: 'campaign.completed', queue: 'campaign.events', seconds: 0.1 } as const;
    messages.handled({ ...handled, result: 'retried', ageSeconds: null });
    messages.handled({ ...handled, result: 'dead', ageSeconds: 70 });
    expect(await linesOf(metrics, dead)).toEqual([`${dead} 1`]);
    const [ages] = await linesOf(metrics, 'carillon_message_age_seconds_count');
    expect(ages).toMatch(/queue="campaign.events".* 1$/);
  });
});
