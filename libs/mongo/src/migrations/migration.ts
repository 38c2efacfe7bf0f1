import type { Connection } from 'mongoose';

/**
 * A change of what a service has stored, for `npm run migrate`. It may be interrupted and run again, so each of its writes
 * leaves alone what is done already. Processes of the last release run beside it and after it: it only adds.
 */
export interface Migration {
  /** Counts from 1 within the service; migrations run in this order. */
  number: number;
  /** `add-locale-to-campaigns` */
  name: string;
  /**
   * Processes that do not know this migration must not start afterwards: they would spoil or misread what is stored. It
   * makes going back a release impossible, so it needs a good reason.
   */
  breaking?: true;
  /** Stops soon after `lost` is aborted: another process has the lock then. */
  run(connection: Connection, lost: AbortSignal): Promise<void>;
}

/** Drops an index that no running release uses any more: in the release after the one that stopped using it. */
export async function dropIndex(connection: Connection, collection: string, name: string): Promise<void> {
  const [found] = (await connection.db?.listCollections({ name: collection }).toArray()) ?? [];
  if (!found) return;
  const existing = await connection.collection(collection).indexes();
  if (existing.some((index) => index.name === name)) await connection.collection(collection).dropIndex(name);
}
