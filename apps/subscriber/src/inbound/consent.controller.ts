import type { ConsentSettings as Settings, Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { AnswerHelp } from './answer-help';
import { ConsentSettings } from './consent-settings';
import { InboundMessages } from './inbound-messages';
import { NoteConsent } from './note-consent';
import { OptOut } from './opt-out';

/** Reports of recipients and providers, and the meaning of recipients' words, with the replies to them. */
@Controller()
export class ConsentController {
  constructor(
    private readonly noteConsent: NoteConsent,
    private readonly answerHelp: AnswerHelp,
    private readonly settings: ConsentSettings,
    private readonly inboundMessages: InboundMessages,
    private readonly optOuts: OptOut,
  ) {}

  @Command('consent-settings.get')
  getSettings({ userId }: Payload<'consent-settings.get'>): Promise<Settings> {
    return this.settings.of(userId);
  }

  @Command('consent-settings.update')
  updateSettings(command: Payload<'consent-settings.update'>): Promise<Settings> {
    return this.settings.update(command);
  }

  @Command('message.help')
  help(message: Payload<'message.help'>): Promise<Reply<'message.help'>> {
    return this.answerHelp.answer(message);
  }

  @Command('inbound-message.list')
  list(query: Payload<'inbound-message.list'>): Promise<Reply<'inbound-message.list'>> {
    return this.inboundMessages.page(query);
  }

  @Command('inbound-message.opt-out')
  optOut(command: Payload<'inbound-message.opt-out'>): Promise<Reply<'inbound-message.opt-out'>> {
    return this.optOuts.optOut(command);
  }

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

  @OnEvent('address.doubted')
  doubted(doubt: Payload<'address.doubted'>): Promise<void> {
    return this.noteConsent.doubted(doubt);
  }

  @OnEvent('address.returned')
  returned(returned: Payload<'address.returned'>): Promise<void> {
    return this.noteConsent.returned(returned);
  }

  @OnEvent('message.received')
  received(message: Payload<'message.received'>): Promise<void> {
    return this.noteConsent.received(message);
  }
}
