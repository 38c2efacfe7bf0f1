import { Controller } from '@nestjs/common';
import { ChannelWorker } from '@carillon/channel';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';

/** Batches of SMS messages that may be taken. */
@Controller()
export class BatchesController {
  constructor(private readonly worker: ChannelWorker) {}

  @OnEvent('sms.batch-released')
  released(hint: Payload<'sms.batch-released'>): Promise<void> {
    return this.worker.handle(hint);
  }
}
