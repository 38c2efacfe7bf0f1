import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { type StatusCallbacks } from '@carillon/fake-providers';
import { type MessageStore } from '../messages/message-store';

/** The source of the metrics. */
export type Counted = Pick<MessageStore, 'size' | 'received' | 'bytes'>;
export type Reported = Pick<StatusCallbacks, 'counts'>;

/** The metrics of the process and the inbox, read at each scrape. */
export function metricsOf(counted: Counted, reports: Reported): Registry {
  const registry = new Registry();
  const registers = [registry];
  // With prom-client's precision of 10 ms, an idle sandbox would wake a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('sandbox_messages_kept', 'Messages in the inbox', () => counted.size);
  gauge('sandbox_bytes_kept', 'Bytes of messages on disk', () => counted.bytes);
  new Counter({
    name: 'sandbox_messages_received_total',
    help: 'Messages accepted since the process started',
    registers,
    collect() {
      this.reset();
      this.inc(counted.received);
    },
  });
  new Counter({
    name: 'sandbox_status_callbacks_total',
    help: 'Attempted status callbacks since the process started; dropped: messages without any callback',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(reports.counts)) this.inc({ outcome }, count);
    },
  });
  return registry;
}
