import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { Callback } from './check-callback';
import { channelOf, personOf, senderOf } from './twilio-address';
import { messageOf } from './twilio-words';

/** Passes on what a person wrote back. What did not come from a phone number has nobody to be answered for. */
@Injectable()
export class HearMessage {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError service_unavailable: the broker is away */
  async execute({ userId, integrationId, fields }: Callback): Promise<void> {
    const { From = '', To = '', Body: body = '' } = fields;
    const [address, providerId] = [personOf(From), messageOf(fields)];
    if (address === null || providerId === null) return;
    await this.messenger.publish('message.received', {
      userId,
      integrationId,
      channel: channelOf(From),
      address,
      sender: senderOf(To),
      body,
      at: this.clock.now().toISOString(),
      providerId,
    });
  }
}
