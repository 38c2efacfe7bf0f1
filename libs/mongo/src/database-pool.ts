import type { Connection, mongo } from 'mongoose';
import type { Metrics } from '@carillon/platform';

/**
 * Shows how the driver's connections are used, with its own events (Connection Monitoring and Pooling). `connection`
 * may have started to connect, but not before this moment.
 */
export function watchPool(connection: Connection, metrics: Metrics): void {
  let [open, inUse, waiting] = [0, 0, 0];
  let client: mongo.MongoClient | null = null;
  metrics.gauge('carillon_database_connections', 'Open connections to the database', () => open);
  metrics.gauge('carillon_database_connections_in_use', 'Connections in use by an operation', () => inUse);
  metrics.gauge(
    'carillon_database_connection_limit',
    'Maximum number of connections to one server',
    () => client?.options.maxPoolSize ?? 0,
  );
  metrics.gauge(
    'carillon_database_operations_waiting',
    'Operations that wait for a connection',
    () => waiting,
  );
  const failures = metrics.counter(
    'carillon_database_connection_failures_total',
    'Operations that got no connection',
  );
  const watch = (): void => {
    const current = connection.getClient() as mongo.MongoClient | undefined;
    if (!current || current === client) return;
    client = current;
    current.on('connectionCreated', () => (open += 1));
    current.on('connectionClosed', () => (open -= 1));
    current.on('connectionCheckOutStarted', () => (waiting += 1));
    current.on('connectionCheckedOut', () => {
      waiting -= 1;
      inUse += 1;
    });
    current.on('connectionCheckOutFailed', () => {
      waiting -= 1;
      failures.inc();
    });
    current.on('connectionCheckedIn', () => (inUse -= 1));
  };
  watch();
  // Each connection attempt has its own client, which doesn't exist yet when the attempt is announced.
  connection.on('connecting', () => queueMicrotask(watch));
}
