import type { OpenedSender } from '@carillon/channel';
import { smsSegments } from '@carillon/content';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { HttpProvider, type MessageContent, fromOf, linkedFile } from '@carillon/http-sender';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { TEST_TEXT, compileText } from '../compile-text';
import { type SmsWorkerConfig, smsWorkerConfig } from '../config';

/** Posts texts to the endpoint of a sender: `from`, `text`, and `segments` or, for an MMS, `media`. */
@Injectable()
export class HttpSmsProvider extends HttpProvider {
  constructor(
    clock: Clock,
    @Inject(smsWorkerConfig.token) private readonly config: SmsWorkerConfig,
  ) {
    super('SMS', clock, {
      mayBePrivate: config.ALLOW_PRIVATE_SENDER_HOSTS,
      connections: config.SMS_LEASES * config.SMS_CONCURRENCY,
    });
  }

  protected override contentOf({ content }: PublishedContent, sender: OpenedSender) {
    const textFor = compileText(content);
    const from = fromOf(sender);
    const media = linkedFile(content.media?.SMS, this.config.PUBLIC_URL);
    return ({ variables }: LeasedRecipient): MessageContent => {
      const text = textFor(variables);
      if (typeof text !== 'string') return text;
      return media ? { from, text, media } : withSegments(from, text);
    };
  }

  protected override testContent(sender: OpenedSender): MessageContent {
    return withSegments(fromOf(sender), TEST_TEXT);
  }
}

function withSegments(from: string | null, text: string): MessageContent {
  return { from, text, segments: smsSegments(text).segments };
}
