import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { ReceiveMessage } from './receive-message';

@Controller()
export class InboundController {
  constructor(private readonly receiveMessage: ReceiveMessage) {}

  @OnEvent('message.received')
  received(message: Payload<'message.received'>): Promise<void> {
    return this.receiveMessage.execute(message);
  }
}
