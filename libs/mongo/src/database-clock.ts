import { Injectable } from '@nestjs/common';
import { Database } from './database';

/** How often the database's time is requested (milliseconds). */
const REFRESH_MS = 10_000;
/** A reading that took longer is too inexact (milliseconds). */
const GOOD_ENOUGH_MS = 100;
const TRIES = 4;

interface Reading {
  /** The database's time when the monotonic clock was at 0. */
  base: number;
  /** How long the response took; the reading is off by at most half of this time. */
  tookMs: number;
}

/**
 * The database's time, because leases are compared across machines whose own clocks may be wrong. Between requests, it
 * runs on this process's monotonic clock.
 */
@Injectable()
export class DatabaseClock {
  private base = 0;
  private readAt = -Infinity;

  constructor(private readonly database: Database) {}

  async now(): Promise<Date> {
    if (performance.now() - this.readAt > REFRESH_MS) {
      this.base = (await this.bestReading()).base;
      this.readAt = performance.now();
    }
    return new Date(this.base + performance.now());
  }

  /**
   * Tries again after a slow reading, because a process that was halted between request and response could read a time
   * that is wrong by minutes.
   */
  private async bestReading(): Promise<Reading> {
    let best = await this.read();
    for (let tries = 1; tries < TRIES && best.tookMs > GOOD_ENOUGH_MS; tries++) {
      const next = await this.read();
      if (next.tookMs < best.tookMs) best = next;
    }
    return best;
  }

  private async read(): Promise<Reading> {
    const before = performance.now();
    const now = await this.database.now();
    const after = performance.now();
    return { base: now.getTime() - (before + after) / 2, tookMs: after - before };
  }
}
