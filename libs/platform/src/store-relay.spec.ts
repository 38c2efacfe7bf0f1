import type { Messenger } from '@carillon/messaging';
import { Logger } from './logger';
import { Metrics } from './metrics';
import { StoreRelay, type StoreRelayOptions } from './store-relay';

/** Documents by name with their pending entries. */
class TestRelay extends StoreRelay<string, string> {
  readonly documents = new Map<string, string[]>();
  readonly sent: string[] = [];
  readonly removed: string[] = [];
  readonly log: string[] = [];
  /** Publishes an entry; a test may replace it. */
  send: (entry: string) => Promise<void> = () => Promise.resolve();
  looks = 0;

  constructor(
    options: Partial<StoreRelayOptions> = {},
    readonly metrics = new Metrics('test'),
  ) {
    super(
      { entries: 'test entries', everyMs: 1_000, page: 3, atOnce: 2, ...options },
      { messenger: null as unknown as Messenger, log: Logger.create('test', 'silent'), metrics },
    );
  }

  protected pending(most: number): Promise<string[]> {
    this.looks += 1;
    const found = [...this.documents].filter(([, entries]) => entries.length > 0).map(([name]) => name);
    return Promise.resolve(found.slice(0, most));
  }

  protected entriesOf(document: string): string[] {
    return this.documents.get(document) ?? [];
  }

  protected async publish(entry: string): Promise<void> {
    await this.send(entry);
    this.sent.push(entry);
  }

  protected remove(document: string, published: readonly string[]): Promise<void> {
    this.removed.push(`${document}: ${published.join(' ')}`);
    const left = (this.documents.get(document) ?? []).filter((entry) => !published.includes(entry));
    this.documents.set(document, left);
    return Promise.resolve();
  }
}

const settled = () => new Promise(setImmediate);

describe('a round of a relay', () => {
  it('publishes the entries of each document in order, and removes them when all are stored', async () => {
    const relay = new TestRelay();
    relay.documents.set('a', ['a1', 'a2']).set('b', ['b1']);
    const confirm: (() => void)[] = [];
    relay.send = () => new Promise((resolve) => confirm.push(resolve));
    const round = relay.round();
    await settled();
    expect(confirm).toHaveLength(2);
    for (const each of confirm.splice(0)) each();
    await settled();
    expect(relay.removed).toEqual(['b: b1']);
    confirm[0]?.();
    expect(await round).toBe(false);
    expect(relay.sent).toEqual(['a1', 'b1', 'a2']);
    expect(relay.removed).toEqual(['b: b1', 'a: a1 a2']);
  });

  it('returns whether there may be more, or nothing at all', async () => {
    const relay = new TestRelay();
    expect(await relay.round()).toBe('idle');
    for (const name of ['a', 'b', 'c', 'd']) relay.documents.set(name, [name]);
    expect(await relay.round()).toBe(true);
    expect(await relay.round()).toBe(false);
    expect(relay.sent).toEqual(['a', 'b', 'c', 'd']);
  });

  it('removes the entries published before a failure, and publishes the failed entry again', async () => {
    const relay = new TestRelay();
    relay.documents.set('a', ['a1', 'a2', 'a3']);
    relay.send = (entry) => (entry === 'a2' ? Promise.reject(new Error('away')) : Promise.resolve());
    await expect(relay.round()).rejects.toThrow('away');
    expect(relay.documents.get('a')).toEqual(['a2', 'a3']);
    relay.send = () => Promise.resolve();
    await relay.round();
    expect(relay.sent).toEqual(['a1', 'a2', 'a3']);
    const { text } = await relay.metrics.scrape();
    expect(text).toMatch(/entries_total\{outbox="test entries",result="published",.*\} 3$/m);
    expect(text).toMatch(/entries_total\{outbox="test entries",result="failed",.*\} 1$/m);
  });

  it('publishes an entry again that was published but not removed', async () => {
    const relay = new TestRelay();
    relay.documents.set('a', ['a1']);
    jest
      .spyOn(relay as unknown as { remove: () => Promise<void> }, 'remove')
      .mockRejectedValueOnce(new Error('crash'));
    await expect(relay.round()).rejects.toThrow('crash');
    await relay.round();
    expect(relay.sent).toEqual(['a1', 'a1']);
  });

  it('skips a document whose entries another process is publishing', async () => {
    const relay = new TestRelay();
    relay.documents.set('a', ['a1']);
    jest.spyOn(relay as unknown as { entriesOf: () => string[] }, 'entriesOf').mockReturnValueOnce([]);
    await relay.round();
    expect(relay.removed).toEqual([]);
  });
});

describe('when a relay works', () => {
  let relay: TestRelay;

  beforeEach(() => {
    jest.useFakeTimers();
    relay = new TestRelay({ random: () => 0.5 });
  });
  afterEach(async () => {
    await relay.onApplicationShutdown();
    jest.useRealTimers();
  });

  async function boot(): Promise<void> {
    relay.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
  }

  it('checks for entries left by a crash at boot, then at its interval', async () => {
    await boot();
    expect(relay.looks).toBe(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(relay.looks).toBe(4);
  });

  it('checks at once when it is nudged, and once more when it is nudged during a round', async () => {
    await boot();
    relay.nudge();
    await jest.advanceTimersByTimeAsync(0);
    expect(relay.looks).toBe(2);
    relay.documents.set('a', ['a1']);
    relay.send = () => {
      relay.nudge();
      return Promise.resolve();
    };
    relay.nudge();
    await jest.advanceTimersByTimeAsync(0);
    expect(relay.looks).toBe(4);
  });

  it('waits longer after each failure, up to five seconds, and then returns to its interval', async () => {
    relay.documents.set('a', ['a1']);
    relay.send = () => Promise.reject(new Error('the broker is away'));
    await boot();
    await jest.advanceTimersByTimeAsync(2_000 + 4_000);
    expect(relay.looks).toBe(3);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(relay.looks).toBe(5);
    relay.send = () => Promise.resolve();
    await jest.advanceTimersByTimeAsync(5_000 + 2_000);
    expect(relay.looks).toBe(8);
  });

  it('publishes the entries of the last handlers before the service stops, and nothing afterward', async () => {
    await boot();
    await relay.beforeApplicationShutdown();
    relay.documents.set('a', ['a1']);
    relay.nudge();
    await relay.onApplicationShutdown();
    expect(relay.sent).toEqual(['a1']);
    relay.documents.set('b', ['b1']);
    relay.nudge();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(relay.sent).toEqual(['a1']);
  });
});
