import { Controller } from '@nestjs/common';
import { ChannelWorker } from '@carillon/channel';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';

/** Batches of WhatsApp messages that may be taken. */
@Controller()
export class BatchesController {
  constructor(private readonly worker: ChannelWorker) {}

  @OnEvent('whatsapp.batch-released')
  released(hint: Payload<'whatsapp.batch-released'>): Promise<void> {
    return this.worker.handle(hint);
  }
}
