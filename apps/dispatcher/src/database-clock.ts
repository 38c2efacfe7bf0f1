import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@carillon/platform';

/** The database's time is asked for again after so long (milliseconds). */
const REFRESH_MS = 10_000;

/**
 * The database's time: leases are compared across machines whose own clocks may be wrong. Between questions it runs
 * on this process's monotonic clock.
 */
@Injectable()
export class DatabaseClock implements OnModuleInit {
  private base = 0;
  private askedAt = -Infinity;

  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    await this.now();
  }

  async now(): Promise<Date> {
    if (performance.now() - this.askedAt > REFRESH_MS) await this.ask();
    return new Date(this.base + performance.now());
  }

  private async ask(): Promise<void> {
    const before = performance.now();
    const { localTime } = await this.database.db.command({ hello: 1 });
    const after = performance.now();
    this.base = (localTime as Date).getTime() - (before + after) / 2;
    this.askedAt = after;
  }
}
