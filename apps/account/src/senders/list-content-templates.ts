import { AppError, type Payload, type Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { OpenStoredSender } from './open-sender';
import { Senders } from './senders';

/** Limits concurrent requests to providers, which may be slow. */
const AT_ONCE = { all: 16, each: 3 };

/**
 * Lists the WhatsApp templates that the provider of a sender stores. Errors: sender_not_found,
 * content_templates_unsupported, provider_failed, service_unavailable; rate_limited if the user has too many requests in
 * progress.
 */
@Injectable()
export class ListContentTemplates {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly senders: Senders,
    private readonly messenger: Messenger,
    private readonly openSender: OpenStoredSender,
  ) {}

  async page({
    userId,
    id,
    ...page
  }: Payload<'sender.content-templates'>): Promise<Reply<'sender.content-templates'>> {
    const stored = await this.senders.get(userId, id);
    if (stored.channel !== 'WHATSAPP') throw new AppError('content_templates_unsupported');
    const sender = await this.openSender.open(stored);
    return this.underWay.run(userId, () =>
      this.messenger.request('whatsapp.content-templates', { sender, ...page }),
    );
  }
}
