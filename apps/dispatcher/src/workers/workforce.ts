import { Injectable } from '@nestjs/common';
import type { Channel, Payload } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';

/** A worker that was silent for so long is taken for gone (milliseconds); they speak every three seconds. */
const SILENCE_MS = 12_000;
const REMEMBERED = 10_000;

interface Present {
  channel: Channel;
  hands: number;
  heardAt: number;
}

/**
 * Who of the workers is there, as they say themselves. Every dispatcher hears it and keeps it in memory, on the monotonic
 * clock: who leads next knows it, too.
 */
@Injectable()
export class Workforce {
  private readonly present = new Map<string, Present>();
  /** When somebody was last heard of in a channel; before anybody was, when this process began to listen. */
  private readonly lastHeard = new Map<Channel, number>();
  private readonly began = performance.now();
  /** When each was last heard of, also those who said that they leave: they may still be finishing something. */
  private readonly voices = new LRUCache<string, number>({ max: REMEMBERED });

  heard({ holder, channel, hands }: Payload<'worker.present'>): void {
    this.voices.set(holder, performance.now());
    if (hands <= 0) this.present.delete(holder);
    else this.present.set(holder, { channel, hands, heardAt: performance.now() });
    this.lastHeard.set(channel, performance.now());
  }

  /** Batches that all workers of a channel work on at once. */
  capacity(channel: Channel): number {
    this.forgetSilent();
    let hands = 0;
    for (const worker of this.present.values()) if (worker.channel === channel) hands += worker.hands;
    return hands;
  }

  /** Whether this worker was heard of lately. */
  isPresent(holder: string): boolean {
    this.forgetSilent();
    return this.present.has(holder);
  }

  /** Whether nothing was heard of this worker for so long that it finishes nothing any more, either. */
  isLost(holder: string): boolean {
    return performance.now() - (this.voices.get(holder) ?? this.began) >= SILENCE_MS;
  }

  /** For how long nobody has worked in a channel (milliseconds); null: somebody does, or it is too early to tell. */
  absentForMs(channel: Channel): number | null {
    if (this.capacity(channel) > 0) return null;
    const now = performance.now();
    if (now - this.began < SILENCE_MS) return null;
    return now - (this.lastHeard.get(channel) ?? this.began);
  }

  private forgetSilent(): void {
    const before = performance.now() - SILENCE_MS;
    for (const [holder, { heardAt }] of this.present) if (heardAt < before) this.present.delete(holder);
  }
}
