import type { OpenedSender } from '@carillon/channel';
import { smsSegments } from '@carillon/content';
import type { LeasedRecipient, PublishedContent } from '@carillon/contracts';
import { HttpProvider, type MessageContent, fromOf } from '@carillon/http-sender';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { TEST_TEXT, compileText } from '../compile-text';
import { type SmsWorkerConfig, smsWorkerConfig } from '../config';

/** Posts texts to the endpoint of a sender: `from`, `text`, and `segments`. */
@Injectable()
export class HttpSmsProvider extends HttpProvider {
  constructor(clock: Clock, @Inject(smsWorkerConfig.token) config: SmsWorkerConfig) {
    super('SMS', clock, {
      mayBePrivate: config.ALLOW_PRIVATE_SENDER_HOSTS,
      connections: config.SMS_LEASES * config.SMS_CONCURRENCY,
    });
  }

  protected override contentOf({ content }: PublishedContent, sender: OpenedSender) {
    const textFor = compileText(content);
    const from = fromOf(sender);
    return ({ variables }: LeasedRecipient): MessageContent => {
      const text = textFor(variables);
      return typeof text === 'string' ? withSegments(from, text) : text;
    };
  }

  protected override testContent(sender: OpenedSender): MessageContent {
    return withSegments(fromOf(sender), TEST_TEXT);
  }
}

function withSegments(from: string | null, text: string): MessageContent {
  return { from, text, segments: smsSegments(text).segments };
}
