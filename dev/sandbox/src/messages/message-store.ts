import { EventEmitter } from 'node:events';
import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { addressKey, writtenAddress } from './address';
import { openDatabase, type Statements } from './database';
import { type Arrival, type Channel, type Conversation, type Entry, type Stored } from './message';

export interface StoreSettings {
  readonly directory: string;
  /** The maximum number of messages. Newer messages evict the oldest. */
  readonly keepMessages: number;
  /** The maximum number of bytes. The newest message stays even if it is larger. */
  readonly keepBytes: number;
}

/** Selects the messages of a list. */
export interface Filter {
  /** Any part of the recipient's address, in any letter case. */
  readonly recipient?: string;
  readonly channel?: Channel | undefined;
  /** Only messages older than the one with this number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

interface Waiting {
  readonly arrival: Arrival;
  readonly at: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The columns that are read of one message. */
interface Found {
  readonly sender: string;
  readonly sid: string | null;
  readonly account: string | null;
  readonly url: string | null;
  readonly body: Uint8Array;
}

/**
 * The number of event loop turns for which a message waits for others, so that they are written together. The turns
 * take no time if nothing else needs to run, and writing ten messages costs little more than writing one.
 */
const TURNS = 6;

/**
 * The newest messages of all recipients and channels, kept across restarts. Bodies are stored as received and are
 * parsed only when they are viewed. Emits `changed` after messages were added or removed.
 */
export class MessageStore extends EventEmitter<{ changed: [] }> {
  /** The number of messages in the inbox. */
  size = 0;
  /** The number of bytes of their bodies. */
  bytes = 0;
  /** The number of messages accepted since this process started. */
  received = 0;
  /** The reason why the last write failed, or null if it succeeded. */
  failing: string | null = null;
  private newest = 0;
  private pending: Waiting[] = [];
  private readonly database: DatabaseSync;
  private readonly sql: Statements;
  /** Whether the stored messages could not be read. They were then set aside, and a new file was created. */
  readonly wasDamaged: boolean;

  constructor(private readonly settings: StoreSettings) {
    super();
    this.setMaxListeners(0);
    ({
      database: this.database,
      sql: this.sql,
      wasDamaged: this.wasDamaged,
    } = openDatabase(settings.directory));
    this.count();
    this.inTransaction(() => this.trim());
  }

  /** Resolves when the message is stored. From then on, the message is visible and survives this process. */
  append(arrival: Arrival): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pending.push({ arrival, at: Date.now(), resolve, reject });
      if (this.pending.length === 1) this.flushSoon(TURNS);
    });
  }

  /** Returns messages, newest first. */
  list({ recipient = '', channel, before = Number.MAX_SAFE_INTEGER, limit }: Filter): Entry[] {
    const part = recipient === '' ? '' : addressKey(recipient);
    return this.sql.list.all({ part, channel: channel ?? null, before, limit }).map(entryOf);
  }

  /** Returns messages to exactly this address, in any letter case, newest first. */
  addressedTo(address: string, limit: number): Entry[] {
    return this.sql.addressedTo.all(addressKey(address), limit).map(entryOf);
  }

  find(seq: number): Entry | undefined {
    const row = this.sql.find.get(seq);
    return row && entryOf(row);
  }

  /** Returns the newest messages of a conversation, oldest first. */
  conversation({ channel, person, sender }: Conversation, limit: number): Entry[] {
    return this.sql.conversation.all({ channel, person, sender, limit }).map(entryOf).reverse();
  }

  /** Returns conversations, starting with the newest messages. `person` is any part of the person's number. */
  conversations(channel: Conversation['channel'], person: string, limit: number): Conversation[] {
    const rows = this.sql.conversations.all({ channel, part: person, limit });
    return rows.map((row) => ({ channel, person: String(row.person), sender: String(row.number) }));
  }

  /** Returns the number of messages of each recipient, ordered by address. */
  recipients(): { to: string; count: number }[] {
    return this.sql.recipients.all().map(({ to, count }) => ({ to: String(to), count: Number(count) }));
  }

  /** Returns the number of messages of each channel that has any. */
  channels(): Map<Channel, number> {
    const rows = this.sql.channels.all();
    return new Map(rows.map(({ channel, count }) => [channel as Channel, Number(count)]));
  }

  /**
   * Returns a stored message, or the first `limit` bytes of its body. Returns null if it was evicted in the meantime.
   */
  read({ arrival }: Entry, limit = Number.MAX_SAFE_INTEGER): Stored | null {
    const row = this.sql.read.get(limit, arrival);
    if (!row) return null;
    const { sender, sid, account, url, body } = row as unknown as Found;
    const callback = account === null || url === null ? null : { account, url };
    return { sender, sid, callback, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
  }

  /** Deletes all messages that were appended before the call. Their numbers are not used again. */
  clear(): void {
    this.flush();
    this.inTransaction(() => {
      this.sql.noteCleared.run(this.newest);
      this.putOutThrough(this.newest);
    });
    this.database.exec('VACUUM');
    this.emit('changed');
  }

  /** Writes messages in flight, then closes the file. */
  close(): void {
    this.flush();
    this.database.close();
  }

  private flushSoon(turns: number): void {
    setImmediate(() => (turns > 1 ? this.flushSoon(turns - 1) : this.flush()));
  }

  /** Writes all messages that arrived since the last write together. */
  private flush(): void {
    const batch = this.pending;
    this.pending = [];
    if (batch.length === 0) return;
    try {
      this.inTransaction(() => {
        this.write(batch);
        this.trim();
      });
      this.failing = null;
      for (const { arrival, resolve } of batch) {
        this.received += arrival.recipients.length;
        resolve();
      }
    } catch (error) {
      this.failing = error instanceof Error ? error.message : String(error);
      for (const { reject } of batch) reject(error);
    }
    this.emit('changed');
  }

  /** Writes a batch of arrivals, with numbers in their order. */
  private write(batch: readonly Waiting[]): void {
    const before = this.newest;
    for (const { arrival, at } of batch) {
      const { channel, sender, sid = null, callback, isReply, body } = arrival;
      const recipients = JSON.stringify(arrival.recipients.map(writtenAddress));
      const { account = null, url = null } = callback ?? {};
      this.newest += arrival.recipients.length;
      this.bytes += body.length;
      // In the order of the columns.
      this.sql.write.run(
        this.newest,
        at,
        channel,
        sender,
        recipients,
        sid,
        account,
        url,
        isReply ? 1 : 0,
        body,
      );
    }
    this.size += Number(this.sql.remember.run(before).changes);
  }

  /** Evicts the oldest messages beyond the limits. */
  private trim(): void {
    if (this.size > this.settings.keepMessages) this.putOutThrough(this.newest - this.settings.keepMessages);
    while (this.bytes > this.settings.keepBytes) {
      const oldest = Number(this.sql.oldest.get()?.id);
      if (oldest === this.newest) return;
      this.putOutThrough(oldest);
    }
  }

  private putOutThrough(seq: number): void {
    this.size -= Number(this.sql.forget.run(seq).changes);
    for (const { bytes } of this.sql.remove.all(seq)) this.bytes -= Number(bytes);
  }

  /** Runs `work` in a transaction. */
  private inTransaction(work: () => void): void {
    this.sql.begin.run();
    try {
      work();
      this.sql.commit.run();
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      this.count();
      throw error;
    }
  }

  private count(): void {
    const { newest, size, bytes } = this.sql.count.get() ?? {};
    this.newest = Number(newest);
    this.size = Number(size);
    this.bytes = Number(bytes);
  }
}

function entryOf(row: Record<string, SQLOutputValue>): Entry {
  return { ...(row as unknown as Entry), isReply: row.isReply === 1 };
}
