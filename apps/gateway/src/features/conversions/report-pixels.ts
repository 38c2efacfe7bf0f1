import { type ConversionReported, type Rate, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Clock, Logger, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { NetworkRate } from '../../http/rate-limits/network-rate';

/** How long a picture waits until its report is stored (milliseconds). Afterward, the report is published later. */
const WAIT_MS = 2_000;
const RETRY_EVERY_MS = 1_000;
/** The limit of unpublished reports while the broker is unavailable. Further reports are lost. */
const MOST_WAITING = 10_000;
/** The number of published reports that are recognized when they are repeated, such as by reloading a page. */
const REMEMBERED = 10_000;
/** People in one network don't order more often than this, but programs do. */
const NETWORK: Rate = { perSecond: 5, burst: 100 };

interface Waiting {
  report: ConversionReported;
  isUnderWay: boolean;
}

/** Publishes the conversions that pixels report. A report that has a response is published, or will be. */
@Injectable()
export class ReportPixels extends BackgroundTask {
  private readonly waiting = new Map<string, Waiting>();
  private readonly published = new LRUCache<string, true>({ max: REMEMBERED });
  private readonly networks = new NetworkRate(NETWORK);
  private readonly pixels;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'publishing conversions', everyMs: RETRY_EVERY_MS, log });
    this.pixels = metrics.counter(
      'carillon_conversion_pixels_total',
      'Loaded conversion pixels, by outcome: accepted, repeated, invalid, limited, or lost',
      ['outcome'],
    );
  }

  /** Resolves when the report is published, or after two seconds. `report` is null if the pixel is invalid. */
  async receive(report: Omit<ConversionReported, 'id'> | null, network: string): Promise<void> {
    const outcome = report ? this.admit(report, network) : 'invalid';
    this.pixels.inc({ outcome });
    if (!report || outcome !== 'accepted') return;
    const key = keyOf(report);
    const waiting = { report: { id: newId(), ...report }, isUnderWay: false };
    this.waiting.set(key, waiting);
    const ended = new AbortController();
    await Promise.race([
      this.publish(key, waiting).finally(() => ended.abort()),
      delay(WAIT_MS, undefined, { signal: ended.signal }).catch(() => undefined),
    ]);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.round();
    if (this.waiting.size > 0) this.log.warn({ reports: this.waiting.size }, 'conversions are lost');
  }

  /** Publishes what could not be published before. Returns false, because the next round has a fixed time. */
  async round(): Promise<false> {
    for (const [key, waiting] of this.waiting) {
      if (waiting.isUnderWay) continue;
      await this.publish(key, waiting);
      // The broker is still unavailable.
      if (this.waiting.has(key)) break;
    }
    return false;
  }

  private admit(
    report: Omit<ConversionReported, 'id'>,
    network: string,
  ): 'accepted' | 'repeated' | 'limited' | 'lost' {
    const key = keyOf(report);
    if (this.published.has(key) || this.waiting.has(key)) return 'repeated';
    if (!this.networks.take(network, this.clock.now().getTime())) return 'limited';
    return this.waiting.size < MOST_WAITING ? 'accepted' : 'lost';
  }

  /** A report that may have arrived is published again, because the dispatcher counts a reference once. */
  private async publish(key: string, waiting: Waiting): Promise<void> {
    waiting.isUnderWay = true;
    try {
      await this.messenger.publish('conversion.reported', waiting.report);
      this.waiting.delete(key);
      this.published.set(key, true);
    } catch (error) {
      this.log.warn({ err: error }, 'a conversion could not be published and will be retried');
    } finally {
      waiting.isUnderWay = false;
    }
  }
}

/** Everything but the time. */
function keyOf(report: Omit<ConversionReported, 'id'>): string {
  const { campaignId, deliveryId, clickedAt, reference, value, currency } = report;
  return JSON.stringify([campaignId, deliveryId, clickedAt, reference, value, currency]);
}
