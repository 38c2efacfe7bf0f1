import { OpenSenders, type OpenedSender, Providers, UnusableSender } from '@carillon/channel';
import { AppError, type OpenSender, type Payload, type Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { MetaProvider } from './meta/meta-provider';
import { TwilioProvider } from './twilio/twilio-provider';

/** The templates that the provider of a sender stores. In these commands, the user is unknown. */
@Controller()
export class ContentTemplatesController {
  constructor(
    private readonly senders: OpenSenders,
    private readonly providers: Providers,
  ) {}

  @Command('whatsapp.content-templates')
  page({
    sender,
    ...page
  }: Payload<'whatsapp.content-templates'>): Promise<Reply<'whatsapp.content-templates'>> {
    return this.ask(sender, (provider, opened) => provider.contentTemplates(opened, page));
  }

  @Command('whatsapp.content-template-statuses')
  statuses({
    sender,
    contentSids,
  }: Payload<'whatsapp.content-template-statuses'>): Promise<Reply<'whatsapp.content-template-statuses'>> {
    return this.ask(sender, async (provider, opened) => ({
      statuses: await provider.templateStatuses(opened, contentSids),
    }));
  }

  /** The sender's ID replaces the user's. */
  private async ask<T>(
    sender: OpenSender,
    question: (provider: TwilioProvider | MetaProvider, opened: OpenedSender) => Promise<T>,
  ): Promise<T> {
    try {
      const opened = this.senders.open(sender.id, sender);
      const provider = this.providers.of(opened);
      if (provider instanceof TwilioProvider || provider instanceof MetaProvider)
        return await question(provider, opened);
      throw new AppError('content_templates_unsupported');
    } catch (error) {
      if (!(error instanceof UnusableSender)) throw error;
      throw new AppError('provider_failed', error.detail, [], { reason: error.reason });
    }
  }
}
