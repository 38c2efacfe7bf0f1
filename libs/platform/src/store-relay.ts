import type { Messenger } from '@carillon/messaging';
import type { RoundEnd } from './background-loop';
import { BackgroundTask, type BackgroundTaskOptions } from './background-task';
import type { Logger } from './logger';
import type { Metrics, OutboxMetrics } from './metrics';
import { severalAtOnce } from './several-at-once';

/** The maximum interval of checks while the process is quiet (milliseconds): only another process can leave entries. */
const QUIET_MS = 10_000;

export interface StoreRelayOptions extends Pick<BackgroundTaskOptions, 'everyMs' | 'idleMs' | 'random'> {
  /** Names the entries in metrics and, after "publishing", in the log: "audit entries". */
  entries: string;
  /** The maximum number of documents that one check finds. */
  page: number;
  /** The number of documents whose entries are published at the same time. */
  atOnce: number;
}

/** The dependencies of a relay. */
export interface RelayParts {
  messenger: Messenger;
  log: Logger;
  metrics: Metrics;
}

/**
 * Publishes the pending entries of a collection: data for other services that its documents keep, stored in the same
 * write as the change, until these services have stored it. The entries of a document are published in order, each
 * after the previous one is stored, and are then removed. After a crash in between, or with two concurrent processes,
 * an entry is published twice. While publishing fails, checks become rarer. On shutdown, it publishes the entries of
 * the last handlers, if they nudged it.
 *
 * `D`: a document with pending entries, or its ID. `E`: an entry.
 */
export abstract class StoreRelay<D, E> extends BackgroundTask {
  protected readonly messenger: Messenger;
  private readonly counts: OutboxMetrics;
  private readonly page: number;
  private readonly atOnce: number;

  protected constructor(
    { entries, page, atOnce, ...pace }: StoreRelayOptions,
    { messenger, log, metrics }: RelayParts,
  ) {
    super({ ...pace, quietMs: QUIET_MS, name: `publishing ${entries}`, stopsLate: true, log });
    this.messenger = messenger;
    this.page = page;
    this.atOnce = atOnce;
    this.counts = metrics.outbox(entries, this.oldest?.bind(this));
  }

  /** Documents with pending entries, at most `most`, in the order in which they are served. */
  protected abstract pending(most: number): Promise<readonly D[]>;

  /** The entries of a document, in order. Empty: another process is publishing them, or has published them. */
  protected abstract entriesOf(document: D): Promise<readonly E[]> | readonly E[];

  /** Resolves when the recipient of the entry has stored it. */
  protected abstract publish(entry: E): Promise<void>;

  /** Removes these entries, and releases the claim on the others. After a failure, the list can be empty. */
  protected abstract remove(document: D, published: readonly E[]): Promise<void>;

  /** When the oldest pending entry was stored. Null: no entry is pending. Absent: no index supports the query. */
  protected oldest?(): Promise<Date | null>;

  /**
   * Publishes the pending entries of some documents. After a failure, no further document is started.
   * @throws AppError service_unavailable if nothing can be published; the entries stay
   */
  async round(): Promise<RoundEnd> {
    const documents = await this.pending(this.page);
    if (documents.length === 0) return 'idle';
    await severalAtOnce(documents, this.atOnce, async (document) => {
      const entries = await this.entriesOf(document);
      if (entries.length > 0) await this.publishAll(document, entries);
    });
    return documents.length === this.page;
  }

  /** Publishes these entries of a document in order, and removes them. */
  async publishAll(document: D, entries: readonly E[]): Promise<void> {
    const published: E[] = [];
    try {
      for (const entry of entries) {
        await this.publish(entry);
        published.push(entry);
      }
    } catch (error) {
      this.counts.failed();
      throw error;
    } finally {
      this.counts.published(published.length);
      await this.remove(document, published);
    }
  }
}
