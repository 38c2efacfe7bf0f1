import { Buffer } from 'node:buffer';
import { MEDIA_BYTES, type Media } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Metrics, UserTurns, cacheTimes } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';

/** A file with its bytes. */
export interface ServedMedia {
  media: Media;
  bytes: Buffer;
}

interface CachedMedia {
  /** Null: the file does not exist. */
  file: ServedMedia | null;
}

/** How long a file is served without checking that it still exists (milliseconds). */
const KEPT_MS = { found: 60_000, missing: 10_000 };
const MOST_FILES = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Files that are loaded at the same time, and how many can wait for each. This limits the memory. */
const LINES = 4;
const WAITING = 100;

/**
 * The bytes of public files. The bytes of a token never change, so a file that still exists isn't loaded again. While
 * the campaign service does not respond, loaded files are still served.
 */
@Injectable()
export class ServedMediaFiles {
  private readonly files: LRUCache<string, CachedMedia>;
  private readonly loading = new Map<string, Promise<ServedMedia | null>>();
  private readonly turns = new UserTurns(WAITING, 'downloads');
  private readonly served: Counter<'source'>;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.files = new LRUCache<string, CachedMedia>({
      max: MOST_FILES,
      maxSize: MOST_BYTES,
      maxEntrySize: MEDIA_BYTES + 1,
      sizeCalculation: ({ file }) => 1 + (file?.bytes.length ?? 0),
      ...cacheTimes(clock, KEPT_MS.found),
      // Outdated files are checked, and stay in use while the service doesn't respond.
      noDeleteOnStaleGet: true,
    });
    this.served = metrics.counter(
      'carillon_media_requests_total',
      'Requests for uploaded files, by source: cache, service, or none if the file does not exist',
      ['source'],
    );
  }

  /** Null: the file does not exist. @throws AppError service_unavailable, rate_limited */
  async open(token: string): Promise<ServedMedia | null> {
    const cached = this.files.get(token);
    const file = cached ? cached.file : await this.shared(token);
    this.served.inc({ source: file ? (cached ? 'cache' : 'service') : 'none' });
    return file;
  }

  /** Concurrent requests for a file load it once. */
  private shared(token: string): Promise<ServedMedia | null> {
    const loading =
      this.loading.get(token) ??
      this.turns
        .take(String(token.charCodeAt(0) % LINES), () => this.load(token))
        .finally(() => this.loading.delete(token));
    this.loading.set(token, loading);
    return loading;
  }

  private async load(token: string): Promise<ServedMedia | null> {
    const stale = this.files.get(token, { allowStale: true })?.file ?? null;
    try {
      const { media } = await this.messenger.request('media.find', { token });
      const file = media && { media, bytes: stale?.bytes ?? (await this.read(media)) };
      this.keep(token, file, file ? KEPT_MS.found : KEPT_MS.missing);
      return file;
    } catch (error) {
      if (!stale) throw error;
      this.keep(token, stale, KEPT_MS.missing);
      return stale;
    }
  }

  private async read({ token, bytes: size }: Media): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let from = 0; from < size;) {
      const { base64 } = await this.messenger.request('media.read', { token, from });
      const piece = Buffer.from(base64, 'base64');
      if (piece.length === 0) throw new Error('A part of the file is missing');
      pieces.push(piece);
      from += piece.length;
    }
    return Buffer.concat(pieces);
  }

  private keep(token: string, file: ServedMedia | null, forMs: number): void {
    this.files.set(token, { file }, { ttl: cacheTimes(this.clock, forMs).ttl });
  }
}
