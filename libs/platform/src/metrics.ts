import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** How long a scrape waits for an external value (milliseconds). */
const READ_WITHIN_MS = 2_000;
/** The minimum interval between queries of a database for metrics (milliseconds): as often as Prometheus scrapes. */
const SELDOM_MS = 15_000;

/**
 * How often the delay of the event loop is measured (milliseconds). Each measurement wakes the process, so an idle one
 * with prom-client's 10 ms would wake a hundred times a second.
 */
const LAG = { eventLoopMonitoringPrecision: 50 };

/** The value of one series of a gauge. */
export interface Reading<L extends string = string> {
  labels: Record<L, string>;
  value: number;
}

/** The definition of a metric, without its values. */
export interface MetricDescription {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  labels: string[];
  help: string;
}

/** Counts the results of publishing the entries of an outbox. */
export interface OutboxMetrics {
  published(entries: number): void;
  failed(): void;
}

/**
 * The metrics of a service and its process, in Prometheus format on the admin port. Names begin with `carillon_`, counters end in
 * `_total` and times in `_seconds`. Labels have few values, known in advance: never a user, a campaign, an address, or
 * a host. docs/metrics.md lists all of them.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly own: MetricDescription[] = [];
  private outboxes: ReturnType<Metrics['outboxMetrics']> | undefined;

  /** `sharesProcess`: other metrics include those of Node, because several services run in this process. */
  constructor(service: string, { sharesProcess = false } = {}) {
    this.registry.setDefaultLabels({ service });
    if (!sharesProcess) collectDefaultMetrics({ register: this.registry, ...LAG });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    this.note(name, 'counter', help, labelNames);
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number): void {
    this.note(name, 'gauge', help, []);
    const registers = [this.registry];
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  }

  /**
   * A gauge whose series are read when it is scraped. It has none if `read` fails or takes more than two seconds, so
   * that a scrape always gets a response.
   */
  readings<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<readonly Reading<L>[]>,
  ): void {
    this.note(name, 'gauge', help, labelNames);
    const collect = async (): Promise<void> => {
      const found = await soonOrNothing(read);
      gauge.reset();
      for (const { labels, value } of found) gauge.set(labels, value);
    };
    const gauge = new Gauge<L>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect,
    });
  }

  histogram<L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    this.note(name, 'histogram', help, labelNames);
    return new Histogram({ name, help, buckets, labelNames: [...labelNames], registers: [this.registry] });
  }

  /**
   * The metrics of an outbox. Outboxes of the same name share their series. `oldest`: when the oldest unpublished entry
   * was stored, null if there is none; absent: its age is unknown.
   */
  outbox(name: string, oldest?: () => Promise<Date | null>): OutboxMetrics {
    this.outboxes ??= this.outboxMetrics();
    const { ages, entries } = this.outboxes;
    if (oldest) ages.set(name, [...(ages.get(name) ?? []), seldom(async () => secondsSince(await oldest()))]);
    const count = (result: 'published' | 'failed', n: number) => entries.inc({ outbox: name, result }, n);
    // Starts each series at zero, so that the first count is an increase.
    for (const result of ['published', 'failed'] as const) count(result, 0);
    return { published: (n) => count('published', n), failed: () => count('failed', 1) };
  }

  /** Carillon's own metrics; Node's are not among them. */
  describe(): readonly MetricDescription[] {
    return this.own;
  }

  /** Returns the text to scrape and its media type. */
  async scrape(): Promise<{ text: string; contentType: string }> {
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  /** Returns the text of several services. Labels distinguish their series. */
  static async scrapeTogether(all: readonly Metrics[]): Promise<{ text: string; contentType: string }> {
    const values = await Promise.all(all.map(({ registry }) => registry.getMetricsAsJSON()));
    const registry = AggregatorRegistry.aggregate(values);
    return { text: await registry.metrics(), contentType: registry.contentType };
  }

  private outboxMetrics() {
    const ages = new Map<string, (() => Promise<number>)[]>();
    const read = ([outbox, each]: [string, (() => Promise<number>)[]]) =>
      Promise.all(each.map((age) => age())).then((all) => ({ labels: { outbox }, value: Math.max(...all) }));
    this.readings(
      'carillon_outbox_age_seconds',
      'Age of the oldest entry that is not published; 0: none',
      ['outbox'],
      () => Promise.all([...ages].map(read)),
    );
    const entries = this.counter(
      'carillon_outbox_entries_total',
      'Entries that were published, or could not be',
      ['outbox', 'result'],
    );
    return { ages, entries };
  }

  private note(name: string, type: MetricDescription['type'], help: string, labels: readonly string[]): void {
    this.own.push({ name, type, labels: [...labels], help });
  }
}

const secondsSince = (time: Date | null): number =>
  time ? Math.max(0, Date.now() - time.getTime()) / 1_000 : 0;

/**
 * Reads at most once in 15 seconds, for all callers together, regardless of the number of gauges and scrapers. A failed
 * reading is not cached.
 */
export function seldom<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let readAt = -Infinity;
  return () => {
    if (last && performance.now() - readAt < SELDOM_MS) return last;
    readAt = Infinity;
    const reading = read();
    last = reading;
    reading.then(
      () => (readAt = performance.now()),
      () => (last = null),
    );
    return reading;
  };
}

async function soonOrNothing<L extends string>(
  read: () => Promise<readonly Reading<L>[]>,
): Promise<readonly Reading<L>[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<readonly Reading<L>[]>((resolve) => {
    timer = setTimeout(() => resolve([]), READ_WITHIN_MS);
  });
  try {
    return await Promise.race([read(), tooLate]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
