import { Controller } from '@nestjs/common';
import type { OpenSender as Open, Payload, SendingProfile } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { ReadSending } from './read-sending';

@Controller()
export class SendingController {
  constructor(private readonly readSending: ReadSending) {}

  @Command('account.sending-profile')
  profile(query: Payload<'account.sending-profile'>): Promise<SendingProfile> {
    return this.readSending.profile(query);
  }

  @Command('sender.open')
  open(query: Payload<'sender.open'>): Promise<Open> {
    return this.readSending.open(query);
  }
}
