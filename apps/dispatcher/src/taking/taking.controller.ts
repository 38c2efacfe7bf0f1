import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { TakeBatch } from './take-batch';

@Controller()
export class TakingController {
  constructor(private readonly takeBatch: TakeBatch) {}

  @Command('batch.take')
  async take(request: Payload<'batch.take'>): Promise<Reply<'batch.take'>> {
    return { hand: await this.takeBatch.execute(request) };
  }
}
