import { OpenSenders, Providers, UnusableSender } from '@carillon/channel';
import { AppError, type Payload, type Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { TwilioProvider } from './twilio/twilio-provider';

/** Lists the templates that the provider of a sender stores. */
@Controller()
export class ContentTemplatesController {
  constructor(
    private readonly senders: OpenSenders,
    private readonly providers: Providers,
  ) {}

  /** Only Twilio stores templates. In this command, the user is unknown, so the sender's ID replaces the user's. */
  @Command('whatsapp.content-templates')
  async page({
    sender,
    after,
    limit,
  }: Payload<'whatsapp.content-templates'>): Promise<Reply<'whatsapp.content-templates'>> {
    try {
      const opened = this.senders.open(sender.id, sender);
      const provider = this.providers.of(opened);
      if (!(provider instanceof TwilioProvider)) throw new AppError('content_templates_unsupported');
      return await provider.contentTemplates(opened, { after, limit });
    } catch (error) {
      if (!(error instanceof UnusableSender)) throw error;
      throw new AppError('provider_failed', error.detail, [], { reason: error.reason });
    }
  }
}
