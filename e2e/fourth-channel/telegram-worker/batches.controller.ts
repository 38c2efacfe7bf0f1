import { Controller } from '@nestjs/common';
import { ChannelWorker } from '@carillon/channel';
import { type BatchReleased, hintOf } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { TELEGRAM } from '../row';

@Controller()
export class BatchesController {
  constructor(private readonly worker: ChannelWorker) {}

  @OnEvent(hintOf(TELEGRAM))
  released(hint: BatchReleased): Promise<void> {
    return this.worker.handle(hint);
  }
}
