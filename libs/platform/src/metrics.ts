import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of a process, in Prometheus' format on the admin port. Names begin with `carillon_`. */
export class Metrics {
  private readonly registry = new Registry();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number): void {
    const registers = [this.registry];
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  }

  histogram<L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({ name, help, buckets, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** Returns the text to scrape and its media type. */
  async scrape(): Promise<{ text: string; contentType: string }> {
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }
}
