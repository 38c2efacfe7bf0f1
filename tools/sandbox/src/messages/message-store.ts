import { EventEmitter } from 'node:events';
import { addressKey } from './address';
import { type Arrival, type Channel, type Stored } from './message';
import { entriesOf, type Entry, type Filter, MessageIndex } from './message-index';
import { decodeRecord, encodeRecord, recordMeta } from './record';
import { SegmentLog } from './segment-log';

export interface StoreSettings {
  readonly directory: string;
  /** Messages kept; a newer one puts out the oldest. */
  readonly keepMessages: number;
  /** Bytes kept on disk, to the nearest file. */
  readonly keepBytes: number;
}

interface Waiting {
  readonly arrival: Arrival;
  readonly at: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const SEGMENT_BYTES = 16 * 1024 * 1024;

/**
 * Everybody's messages of every channel, newest kept, on disk across restarts. Bodies are written as they came and
 * are looked at only when somebody asks. Emits `changed` after messages came or went.
 */
export class MessageStore extends EventEmitter<{ changed: [] }> {
  private pending: Waiting[] = [];
  private turn: Promise<unknown> = Promise.resolve();
  private nextSeq = 1;
  private fault: string | null = null;
  private total = 0;

  private constructor(
    private readonly log: SegmentLog,
    private readonly index: MessageIndex,
    private readonly settings: StoreSettings,
  ) {
    super();
    this.setMaxListeners(0);
  }

  static async open(settings: StoreSettings): Promise<MessageStore> {
    const index = new MessageIndex(settings.keepMessages);
    let last = 0;
    const log = await SegmentLog.open(settings.directory, segmentBytes(settings), (meta, place) => {
      for (const entry of entriesOf(meta, place)) index.add(entry);
      last = meta.seq + meta.recipients.length - 1;
    });
    const store = new MessageStore(log, index, settings);
    store.nextSeq = Math.max(last + 1, log.newest ?? 1);
    await store.trim();
    return store;
  }

  /** Messages in the inbox. */
  get size(): number {
    return this.index.size;
  }

  /** Messages of a channel in the inbox. */
  countOf(channel: Channel): number {
    return this.index.countOf(channel);
  }

  /** Messages taken in since this process began. */
  get received(): number {
    return this.total;
  }

  get bytes(): number {
    return this.log.bytes;
  }

  /** Bytes that were not a whole record when the store was opened, and were cut off. */
  get cutBytes(): number {
    return this.log.cutBytes;
  }

  /** Channels that have a message now. */
  get channels(): Channel[] {
    return this.index.channels;
  }

  /** Why the last write failed; null when it did not. */
  get failing(): string | null {
    return this.fault;
  }

  /** Resolves once the message is written: it is visible then, and outlives this process. */
  append(arrival: Arrival): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const batch = this.pending;
    batch.push({ arrival, at: Date.now(), resolve: () => resolve(undefined), reject });
    if (batch.length === 1) void this.inTurn(() => this.flush(batch));
    return promise;
  }

  /** Newest first. `recipient` is any part of an address, in any case. */
  list({ recipient, ...filter }: Filter): Entry[] {
    return this.index.list({ ...filter, ...(recipient && { recipient: addressKey(recipient) }) });
  }

  /** Messages for exactly this address, in any case, newest first. */
  addressedTo(address: string): Entry[] {
    return this.index.addressedTo(addressKey(address));
  }

  find(seq: number): Entry | undefined {
    return this.index.find(seq);
  }

  recipients(): { to: string; count: number }[] {
    return this.index.recipients();
  }

  /** Sender, provider's name and body of a message, the body's first bytes if `limit` is given; null when it was put out meanwhile. */
  async read(entry: Entry, limit?: number): Promise<Stored | null> {
    const record = await this.log.read(entry.place, limit);
    if (!record) return null;
    const { meta, body } = decodeRecord(record);
    return { sender: meta.sender, sid: meta.sid ?? null, callback: meta.callback ?? null, body };
  }

  /** Empties the inbox of all that was appended before. Numbers are not used again. */
  async clear(): Promise<void> {
    this.pending = [];
    await this.inTurn(async () => {
      this.index.clear();
      await this.log.clear(this.nextSeq);
      this.emit('changed');
    });
  }

  /** Writes what is in hand, then lets go of the files. */
  async close(): Promise<void> {
    await this.inTurn(() => this.log.close());
  }

  /** One write at a time, in the order in which they were asked for. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Writes all that arrived while the write before was under way, at once. */
  private async flush(batch: readonly Waiting[]): Promise<void> {
    if (this.pending === batch) this.pending = [];
    try {
      await this.write(batch);
      this.fault = null;
      for (const { resolve } of batch) resolve();
      await this.trim();
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
      // Those that were written have been told so, and stay told.
      for (const { reject } of batch) reject(error);
    }
    this.emit('changed');
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    let seq = this.nextSeq;
    const metas = batch.map(({ arrival, at }) => {
      const meta = recordMeta(arrival, at, seq);
      seq += arrival.recipients.length;
      return meta;
    });
    const records = metas.map((meta, i) => encodeRecord(meta, batch[i]?.arrival.body ?? Buffer.alloc(0)));
    const places = await this.log.append(records, this.nextSeq);
    metas.forEach((meta, i) => {
      const place = places[i];
      if (place) for (const entry of entriesOf(meta, place)) this.index.add(entry);
    });
    this.total += seq - this.nextSeq;
    this.nextSeq = seq;
  }

  /** Drops the files that hold nothing that is kept, and the oldest ones beyond the bytes allowed. */
  private async trim(): Promise<void> {
    const oldest = this.index.oldest?.place.segment;
    if (oldest !== undefined) await this.log.dropBefore(oldest);
    while (this.log.bytes > this.settings.keepBytes && this.log.oldest !== this.log.newest) {
      const segment = this.log.oldest ?? 0;
      this.index.putOutThrough(segment);
      await this.log.dropBefore(segment + 1);
    }
  }
}

function segmentBytes({ keepBytes }: StoreSettings): number {
  return Math.min(SEGMENT_BYTES, Math.ceil(keepBytes / 8));
}
