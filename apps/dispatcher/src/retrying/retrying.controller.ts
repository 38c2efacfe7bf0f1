import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CountRetryable } from './count-retryable';

@Controller()
export class RetryingController {
  constructor(private readonly countRetryable: CountRetryable) {}

  @Command('dispatch.retryable')
  async retryable(query: Payload<'dispatch.retryable'>): Promise<Reply<'dispatch.retryable'>> {
    return { count: await this.countRetryable.execute(query) };
  }
}
