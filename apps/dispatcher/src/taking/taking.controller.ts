import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast } from '@carillon/messaging';
import { SendingProfiles } from '../limits/sending-profiles';
import { TakeBatch } from './take-batch';

@Controller()
export class TakingController {
  constructor(
    private readonly takeBatch: TakeBatch,
    private readonly profiles: SendingProfiles,
  ) {}

  @Command('batch.take')
  async take(request: Payload<'batch.take'>): Promise<Reply<'batch.take'>> {
    return { hand: await this.takeBatch.execute(request) };
  }

  @OnBroadcast('access.changed')
  accountChanged({ userId }: Payload<'access.changed'>): void {
    this.profiles.forget(userId);
  }
}
