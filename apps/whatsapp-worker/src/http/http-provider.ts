import type { OpenedSender } from '@carillon/channel';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { HttpProvider, type MessageContent, fromOf, linkedFile } from '@carillon/http-sender';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { TEST_TEXT, compileMessages } from '../compile-messages';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from '../config';

/** Posts WhatsApp messages to the endpoint of a sender: `from`, and either `text` with `media` or `template`. */
@Injectable()
export class HttpWhatsappProvider extends HttpProvider {
  constructor(
    clock: Clock,
    @Inject(whatsappWorkerConfig.token) private readonly config: WhatsappWorkerConfig,
  ) {
    super('WHATSAPP', clock, {
      mayBePrivate: config.ALLOW_PRIVATE_SENDER_HOSTS,
      connections: config.WHATSAPP_LEASES * config.WHATSAPP_CONCURRENCY,
    });
  }

  protected override contentOf({ content }: PublishedContent, sender: OpenedSender) {
    const render = compileMessages(content);
    const from = fromOf(sender);
    const media = linkedFile(content.media?.WHATSAPP, this.config.PUBLIC_URL);
    return (recipient: LeasedRecipient): MessageContent => {
      const message = render(recipient);
      if ('kind' in message) return message;
      if ('body' in message) return { from, text: message.body, ...(media && { media }) };
      const variables = JSON.parse(message.contentVariables ?? '{}') as Record<string, string>;
      return { from, template: { id: message.contentSid, variables } };
    };
  }

  protected override testContent(sender: OpenedSender): MessageContent {
    return { from: fromOf(sender), text: TEST_TEXT };
  }
}
