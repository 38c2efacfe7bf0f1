import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Barriers } from './barriers';

/** The barrier has come out of the settlement queue. */
@Injectable()
export class PassBarrier {
  constructor(
    private readonly barriers: Barriers,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(barrierId: string): Promise<void> {
    await this.barriers.pass(barrierId, await this.clock.now());
  }
}
