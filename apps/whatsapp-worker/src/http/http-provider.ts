import type { OpenedSender } from '@carillon/channel';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { HttpProvider, type MessageContent, fromOf } from '@carillon/http-sender';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from '../config';
import { TEST_TEXT, speak } from '../speak';

/** Posts WhatsApp messages to the endpoint of a sender: `from`, and either `text` or `template`. */
@Injectable()
export class HttpWhatsappProvider extends HttpProvider {
  constructor(clock: Clock, @Inject(whatsappWorkerConfig.token) config: WhatsappWorkerConfig) {
    super('WHATSAPP', clock, {
      mayBePrivate: config.ALLOW_PRIVATE_SENDER_HOSTS,
      connections: config.WHATSAPP_LEASES * config.WHATSAPP_CONCURRENCY,
    });
  }

  protected override contentOf({ content }: PublishedContent, sender: OpenedSender) {
    const say = speak(content);
    const from = fromOf(sender);
    return (recipient: LeasedRecipient): MessageContent => {
      const said = say(recipient);
      if ('kind' in said) return said;
      if ('body' in said) return { from, text: said.body };
      const variables = JSON.parse(said.contentVariables ?? '{}') as Record<string, string>;
      return { from, template: { id: said.contentSid, variables } };
    };
  }

  protected override testContent(sender: OpenedSender): MessageContent {
    return { from: fromOf(sender), text: TEST_TEXT };
  }
}
