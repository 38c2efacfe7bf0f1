import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** How long a scrape waits for a value that is read elsewhere (milliseconds). */
const READ_WITHIN_MS = 2_000;
/** How often a database is queried for metrics at most (milliseconds): as often as Prometheus scrapes. */
const SELDOM_MS = 15_000;

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

/**
 * The metrics of a process, in Prometheus format on the admin port. Names begin with `carillon_`, counters end in
 * `_total` and times in `_seconds`. Labels have few values, known in advance: never a user, a campaign, an address, or
 * a host. docs/metrics.md lists all of them.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly own: MetricDescription[] = [];

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
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
   * The age of the oldest event that a service has stored and the broker hasn't; `oldest`: its time, null if there is
   * none.
   */
  outboxAge(oldest: () => Promise<Date | null>): void {
    const read = seldom(async () => {
      const since = await oldest();
      return [{ labels: {}, value: since ? Math.max(0, Date.now() - since.getTime()) / 1_000 : 0 }];
    });
    this.readings('carillon_outbox_age_seconds', 'Age of the oldest unannounced event; 0: none', [], read);
  }

  /** Carillon's own metrics; Node's are not among them. */
  describe(): readonly MetricDescription[] {
    return this.own;
  }

  /** Returns the text to scrape and its media type. */
  async scrape(): Promise<{ text: string; contentType: string }> {
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  private note(name: string, type: MetricDescription['type'], help: string, labels: readonly string[]): void {
    this.own.push({ name, type, labels: [...labels], help });
  }
}

/**
 * Reads at most once in 15 seconds, and for all callers together, however many gauges and scrapers there are. A reading that
 * failed is not kept.
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
