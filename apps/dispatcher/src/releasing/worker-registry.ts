import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Channel, Payload } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';

/** A worker that was silent for so long is taken for gone (milliseconds); they speak every three seconds. */
const SILENCE_MS = 12_000;
const REMEMBERED = 10_000;

interface Present {
  channel: Channel;
  leases: number;
  heartbeatAt: number;
}

/**
 * Who of the workers is there, as they say themselves. Every dispatcher hears it and keeps it in memory, on the monotonic
 * clock: who leads next knows it, too.
 */
@Injectable()
export class WorkerRegistry {
  private readonly present = new Map<string, Present>();
  /** When somebody was last heard of in a channel; before anybody was, when this process began to listen. */
  private readonly lastHeartbeatIn = new Map<Channel, number>();
  private readonly began = performance.now();
  /** When each was last heard of, also those who said that they leave: they may still be finishing something. */
  private readonly lastHeartbeats = new LRUCache<string, number>({ max: REMEMBERED });

  heartbeat({ holder, channel, leases }: Payload<'worker.heartbeat'>): void {
    this.lastHeartbeats.set(holder, performance.now());
    if (leases <= 0) this.present.delete(holder);
    else this.present.set(holder, { channel, leases, heartbeatAt: performance.now() });
    this.lastHeartbeatIn.set(channel, performance.now());
  }

  /** Batches that all workers of a channel work on at once. */
  capacity(channel: Channel): number {
    this.forgetSilent();
    let leases = 0;
    for (const worker of this.present.values()) if (worker.channel === channel) leases += worker.leases;
    return leases;
  }

  /** Whether this worker was heard of lately. */
  isPresent(holder: string): boolean {
    this.forgetSilent();
    return this.present.has(holder);
  }

  /** Whether nothing was heard of this worker for so long that it finishes nothing any more, either. */
  isLost(holder: string): boolean {
    return performance.now() - (this.lastHeartbeats.get(holder) ?? this.began) >= SILENCE_MS;
  }

  /** For how long nobody has worked in a channel (milliseconds); null: somebody does, or it is too early to tell. */
  absentForMs(channel: Channel): number | null {
    if (this.capacity(channel) > 0) return null;
    const now = performance.now();
    if (now - this.began < SILENCE_MS) return null;
    return now - (this.lastHeartbeatIn.get(channel) ?? this.began);
  }

  private forgetSilent(): void {
    const before = performance.now() - SILENCE_MS;
    for (const [holder, { heartbeatAt }] of this.present)
      if (heartbeatAt < before) this.present.delete(holder);
  }
}

/** Asks who is there as soon as the answers are heard, so that no campaign waits for a worker's next word. */
@Injectable()
export class RequestHeartbeats implements OnModuleInit {
  constructor(
    private readonly server: MessagingServer,
    private readonly messenger: Messenger,
    private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.server.onBroadcastsOpen(() => void this.call());
  }

  /** They speak by themselves, too: a call that nobody hears delays, no more. */
  private async call(): Promise<void> {
    try {
      await this.messenger.broadcast('heartbeats.requested', {});
    } catch (error) {
      this.log.info({ err: error }, 'heartbeats could not be requested');
    }
  }
}
