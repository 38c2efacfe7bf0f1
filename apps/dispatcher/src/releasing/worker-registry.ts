import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Channel, Payload } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';

/**
 * A worker is considered absent after this time without a heartbeat (milliseconds). Workers send a heartbeat every
 * three seconds.
 */
const SILENCE_MS = 12_000;
const MAX_REMEMBERED = 10_000;

interface PresentWorker {
  channel: Channel;
  leases: number;
  silent: readonly string[];
  heartbeatAt: number;
}

/**
 * The present workers, by heartbeat. Every dispatcher receives the heartbeats and keeps them in memory, on the
 * monotonic clock, so that the next leader also knows the workers.
 */
@Injectable()
export class WorkerRegistry {
  private readonly present = new Map<string, PresentWorker>();
  /** The time of the last heartbeat in each channel. Without a heartbeat, `began` is used. */
  private readonly lastHeartbeatIn = new Map<Channel, number>();
  private readonly began = performance.now();
  /**
   * The time of each worker's last heartbeat. Includes workers that announced their stop, because they may still finish
   * leases.
   */
  private readonly lastHeartbeats = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  heartbeat({ holder, channel, leases, silent = [] }: Payload<'worker.heartbeat'>): void {
    this.lastHeartbeats.set(holder, performance.now());
    if (leases <= 0) this.present.delete(holder);
    else this.present.set(holder, { channel, leases, silent, heartbeatAt: performance.now() });
    this.lastHeartbeatIn.set(channel, performance.now());
  }

  /** The number of batches that all workers of a channel process concurrently. */
  capacity(channel: Channel): number {
    this.removeAbsent();
    let leases = 0;
    for (const worker of this.present.values()) if (worker.channel === channel) leases += worker.leases;
    return leases;
  }

  /** Senders whose providers do not respond, according to the present workers. */
  silentSenders(): ReadonlySet<string> {
    this.removeAbsent();
    return new Set([...this.present.values()].flatMap(({ silent }) => silent));
  }

  /** The number of present workers of a channel. */
  workers(channel: Channel): number {
    this.removeAbsent();
    return [...this.present.values()].filter((worker) => worker.channel === channel).length;
  }

  /** Whether a heartbeat of this worker was received recently. */
  isPresent(holder: string): boolean {
    this.removeAbsent();
    return this.present.has(holder);
  }

  /** Whether this worker has been silent for so long that it can no longer settle a lease. */
  isLost(holder: string): boolean {
    return performance.now() - (this.lastHeartbeats.get(holder) ?? this.began) >= SILENCE_MS;
  }

  /** How long a channel has had no worker (milliseconds). Null if it has a worker, or if it is too early to know. */
  absentForMs(channel: Channel): number | null {
    if (this.capacity(channel) > 0) return null;
    const now = performance.now();
    if (now - this.began < SILENCE_MS) return null;
    return now - (this.lastHeartbeatIn.get(channel) ?? this.began);
  }

  private removeAbsent(): void {
    const before = performance.now() - SILENCE_MS;
    for (const [holder, { heartbeatAt }] of this.present)
      if (heartbeatAt < before) this.present.delete(holder);
  }
}

/**
 * Requests heartbeats as soon as this process can receive them, so that no campaign waits for the next regular
 * heartbeat.
 */
@Injectable()
export class RequestHeartbeats implements OnModuleInit {
  constructor(
    private readonly server: MessagingServer,
    private readonly messenger: Messenger,
    private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.server.onBroadcastsOpen(() => void this.request());
  }

  /** A lost request causes only a delay, because workers also send heartbeats regularly. */
  private async request(): Promise<void> {
    try {
      await this.messenger.broadcast('heartbeats.requested', {});
    } catch (error) {
      this.log.info({ err: error }, 'heartbeats could not be requested');
    }
  }
}
