import { addressKey } from './address';
import { type Channel } from './message';
import { type RecordMeta } from './record';
import { type Place } from './segment-log';

/** A message as memory knows it: enough to list it and to find the rest on disk. */
export interface Entry {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: Channel;
  readonly to: string;
  readonly sender: string;
  readonly isReply: boolean;
  /** The address as it is compared. */
  readonly key: string;
  readonly place: Place;
}

/** Which entries a list shows. */
export interface Filter {
  /** Part of the recipient's address, in the form of its key. */
  readonly recipient?: string;
  readonly channel?: Channel;
  /** Only entries older than the one with this number. */
  readonly before?: number;
  readonly limit: number;
}

/** The newest messages in order of arrival, and by recipient. Bounded: a new one beyond `keep` puts out the oldest. */
export class MessageIndex {
  private entries: Entry[] = [];
  /** Entries before this position have been put out. */
  private head = 0;
  private readonly byRecipient = new Map<string, Entry[]>();
  private readonly byChannel = new Map<Channel, number>();

  constructor(private readonly keep: number) {}

  get size(): number {
    return this.entries.length - this.head;
  }

  get oldest(): Entry | undefined {
    return this.entries[this.head];
  }

  countOf(channel: Channel): number {
    return this.byChannel.get(channel) ?? 0;
  }

  /** Channels that have a message. */
  get channels(): Channel[] {
    return [...this.byChannel.keys()];
  }

  /** Adds a message that is newer than all others. */
  add(entry: Entry): void {
    this.entries.push(entry);
    const mine = this.byRecipient.get(entry.key);
    if (mine) mine.push(entry);
    else this.byRecipient.set(entry.key, [entry]);
    this.byChannel.set(entry.channel, (this.byChannel.get(entry.channel) ?? 0) + 1);
    if (this.size > this.keep) this.putOutOldest();
  }

  /** Puts out every message whose record is in this file or an older one. */
  putOutThrough(segment: number): void {
    while (this.oldest && this.oldest.place.segment <= segment) this.putOutOldest();
  }

  clear(): void {
    this.entries = [];
    this.head = 0;
    this.byRecipient.clear();
    this.byChannel.clear();
  }

  /** Newest first. */
  list({ recipient = '', channel, before = Infinity, limit }: Filter): Entry[] {
    const shown: Entry[] = [];
    for (let i = this.entries.length - 1; i >= this.head && shown.length < limit; i--) {
      const entry = this.entries[i];
      if (!entry || entry.seq >= before) continue;
      if ((!channel || entry.channel === channel) && entry.key.includes(recipient)) shown.push(entry);
    }
    return shown;
  }

  /** Every message for exactly this recipient, newest first. */
  addressedTo(key: string): Entry[] {
    return (this.byRecipient.get(key) ?? []).toReversed();
  }

  find(seq: number): Entry | undefined {
    let [low, high] = [this.head, this.entries.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const entry = this.entries[middle];
      if (!entry || entry.seq === seq) return entry;
      if (entry.seq < seq) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** How many messages each recipient has, ordered by address. */
  recipients(): { to: string; count: number }[] {
    const counted = [...this.byRecipient].map(([to, { length: count }]) => ({ to, count }));
    return counted.sort((a, b) => (a.to < b.to ? -1 : 1));
  }

  private putOutOldest(): void {
    const entry = this.oldest;
    if (!entry) return;
    this.head++;
    const mine = this.byRecipient.get(entry.key);
    if (mine && mine.length > 1) mine.shift();
    else this.byRecipient.delete(entry.key);
    const left = (this.byChannel.get(entry.channel) ?? 1) - 1;
    if (left > 0) this.byChannel.set(entry.channel, left);
    else this.byChannel.delete(entry.channel);
    // Room is given back in large steps, so that each message costs little.
    if (this.head > 1024 && this.head * 2 > this.entries.length) {
      this.entries = this.entries.slice(this.head);
      this.head = 0;
    }
  }
}

/** A record's messages, one for each recipient. */
export function entriesOf(meta: RecordMeta, place: Place): Entry[] {
  const { seq, at, channel, sender, recipients, isReply = false } = meta;
  return recipients.map((to, i) => ({
    seq: seq + i,
    at,
    channel,
    to,
    sender,
    isReply,
    key: addressKey(to),
    place,
  }));
}
