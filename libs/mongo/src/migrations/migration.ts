import type { Logger } from '@carillon/platform';
import type { Connection } from 'mongoose';

/**
 * A change of a service's stored data, for `npm run migrate`. It can be interrupted and repeated, so each of its writes
 * skips completed work. Processes of the last release run beside it and after it, so it only adds.
 */
export interface Migration {
  /** Counts from 1 within the service; migrations run in this order. */
  number: number;
  /** `add-locale-to-campaigns` */
  name: string;
  /**
   * Processes that don't know this migration must not start afterward, because they would damage or misread stored
   * data. It prevents rolling back a release, so it needs a good reason.
   */
  breaking?: true;
  /** Stops soon after `lost` is aborted, because another process then has the lock. A long migration logs its progress. */
  run(connection: Connection, lost: AbortSignal, log: Logger): Promise<void>;
}

/**
 * Drops an index that no running release still uses. It belongs in the release after the one that stopped using the
 * index.
 */
export async function dropIndex(connection: Connection, collection: string, name: string): Promise<void> {
  const [found] = (await connection.db?.listCollections({ name: collection }).toArray()) ?? [];
  if (!found) return;
  const existing = await connection.collection(collection).indexes();
  if (existing.some((index) => index.name === name)) await connection.collection(collection).dropIndex(name);
}
