import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { type StatusCallbacks } from '@carillon/fake-providers';
import { type MessageStore } from '../messages/message-store';

/** What the metrics are read from. */
export type Counted = Pick<MessageStore, 'size' | 'received' | 'bytes'>;
export type Reported = Pick<StatusCallbacks, 'counts'>;

/** The process's own metrics and the inbox's, read when they are asked for. */
export function metricsOf(counted: Counted, reports: Reported): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
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
    help: 'Messages taken in since the process began',
    registers,
    collect() {
      this.reset();
      this.inc(counted.received);
    },
  });
  new Counter({
    name: 'sandbox_status_callbacks_total',
    help: 'Tries at status callbacks since the process began; dropped: messages of which nothing was said at all',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(reports.counts)) this.inc({ outcome }, count);
    },
  });
  return registry;
}
