import type { Payload } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { NoteConsent } from './note-consent';

/** Reports of recipients and providers. */
@Controller()
export class ConsentController {
  constructor(private readonly noteConsent: NoteConsent) {}

  @Command('suppression.unsubscribe')
  async unsubscribe(wish: Payload<'suppression.unsubscribe'>): Promise<Record<string, never>> {
    await this.noteConsent.unsubscribed(wish);
    return {};
  }

  @OnEvent('address.unsubscribed')
  unsubscribed(wish: Payload<'address.unsubscribed'>): Promise<void> {
    return this.noteConsent.unsubscribed(wish);
  }

  @OnEvent('address.refused')
  refused(refusal: Payload<'address.refused'>): Promise<void> {
    return this.noteConsent.refused(refusal);
  }

  @OnEvent('message.received')
  received(message: Payload<'message.received'>): Promise<void> {
    return this.noteConsent.received(message);
  }
}
