import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { NoteRefusals } from './note-refusals';
import { UnsubscribeAddress } from './unsubscribe-address';

/** What people, and the providers between, say about being written to. */
@Controller()
export class ConsentController {
  constructor(
    private readonly unsubscribeAddress: UnsubscribeAddress,
    private readonly noteRefusals: NoteRefusals,
  ) {}

  @Command('suppression.unsubscribe')
  async unsubscribe(wish: Payload<'suppression.unsubscribe'>): Promise<Record<string, never>> {
    await this.unsubscribeAddress.execute(wish);
    return {};
  }

  @OnEvent('address.unsubscribed')
  unsubscribed(wish: Payload<'address.unsubscribed'>): Promise<void> {
    return this.unsubscribeAddress.execute(wish);
  }

  @OnEvent('address.refused')
  refused(refusal: Payload<'address.refused'>): Promise<void> {
    return this.noteRefusals.execute(refusal);
  }
}
