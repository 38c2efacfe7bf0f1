import { AppError, type Payload, type PoolSettings, type Reply } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { OpenStoredSender } from './open-sender';
import { Senders, type StoredSender } from './senders';

/** Limits concurrent requests to providers, which may be slow. */
const AT_ONCE = { all: 16, each: 3 };

/**
 * Lists the WhatsApp templates that the provider of a sender stores, and their statuses. Errors: sender_not_found,
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
    const all = await this.withTemplates(await this.senders.get(userId, id));
    const [first] = all;
    if (!first) throw new AppError('content_templates_unsupported');
    const sender = await this.openSender.open(first);
    return this.underWay.run(userId, () =>
      this.messenger.request('whatsapp.content-templates', { sender, ...page }),
    );
  }

  /** A template of a pool needs the approval at each of its senders. */
  async statuses({
    userId,
    id,
    contentSids,
  }: Payload<'sender.content-template-statuses'>): Promise<Reply<'sender.content-template-statuses'>> {
    const stored =
      id === null ? await this.senders.findDefault(userId, 'WHATSAPP') : await this.senders.get(userId, id);
    const all = stored ? await this.withTemplates(stored) : [];
    if (all.length === 0) throw new AppError('content_templates_unsupported');
    const replies = await this.underWay.run(userId, () =>
      Promise.allSettled(all.map((each) => this.statusesAt(each, contentSids))),
    );
    const known = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.statuses] : []));
    const [failure] = replies.flatMap((reply) =>
      reply.status === 'rejected' ? [reply.reason as unknown] : [],
    );
    if (known.length === 0) throw failure;
    const statuses = contentSids.flatMap((sid) => {
      const ofSid = known.flatMap((each) => each[sid] ?? []);
      const worst = ofSid.find((status) => status !== 'APPROVED') ?? ofSid[0];
      return worst === undefined ? [] : [[sid, worst] as const];
    });
    return { statuses: Object.fromEntries(statuses) };
  }

  private async statusesAt(stored: StoredSender, contentSids: string[]) {
    const sender = await this.openSender.open(stored);
    return this.messenger.request('whatsapp.content-template-statuses', { sender, contentSids });
  }

  /** The senders whose provider stores templates: the sender itself, or those of a pool. */
  private async withTemplates(stored: StoredSender): Promise<StoredSender[]> {
    const { userId, channel, provider, settings } = stored;
    if (channel !== 'WHATSAPP') return [];
    if (provider !== 'POOL') return provider === 'HTTP' ? [] : [stored];
    const { members } = settings as PoolSettings;
    const found = await Promise.all(members.map(({ senderId }) => this.senders.find(userId, senderId)));
    return found.filter((each) => each !== null).filter((each) => each.provider !== 'HTTP');
  }
}
