import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Breakers } from './breakers';

/** Somebody has changed an integration, perhaps because it could not be used: whoever waits on it need not wait longer. */
@Injectable()
export class TryChanged {
  constructor(
    private readonly breakers: Breakers,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(integration: string): Promise<void> {
    await this.breakers.tryNow(integration, await this.clock.now());
  }
}
