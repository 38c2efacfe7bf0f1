import { Controller } from '@nestjs/common';
import type { OpenIntegration as Open, Payload, SendingProfile } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { GetSendingProfile } from './get-sending-profile';
import { OpenIntegration } from './open-integration';

/** What those ask who plan and send messages. */
@Controller()
export class SendingController {
  constructor(
    private readonly getSendingProfile: GetSendingProfile,
    private readonly openIntegration: OpenIntegration,
  ) {}

  @Command('account.sending-profile')
  profile(query: Payload<'account.sending-profile'>): Promise<SendingProfile> {
    return this.getSendingProfile.execute(query);
  }

  @Command('integration.open')
  open(query: Payload<'integration.open'>): Promise<Open> {
    return this.openIntegration.execute(query);
  }
}
