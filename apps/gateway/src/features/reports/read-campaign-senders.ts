import { type Campaign, type CampaignSenders, type Sender, senderProviders } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

/** An account has fewer senders. */
const MOST_SENDERS = 100;

/** Reads the results of a campaign by sender. */
@Injectable()
export class ReadCampaignSenders {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  async read(userId: string, id: string): Promise<CampaignSendersView> {
    return this.of(await this.messenger.request('campaign.get', { userId, id }));
  }

  /** A draft has no results. */
  async of({ id, userId, status }: Campaign): Promise<CampaignSendersView> {
    const none = { asOf: this.clock.now().toISOString(), areDeliveriesKept: true, senders: [] };
    if (status === 'DRAFT') return presentSenders(id, none, []);
    const all = { userId, channel: null, after: null, limit: MOST_SENDERS };
    const [{ senders }, { items }] = await Promise.all([
      this.messenger.request('dispatch.sender-figures', { userId, campaignId: id }),
      this.messenger.request('sender.list', all),
    ]);
    return presentSenders(id, senders ?? none, items);
  }
}

/** The results of a campaign by sender. All keys are always present. */
export const CampaignSendersView = View('CampaignSenders', {
  campaignId: Id(),
  asOf: Time(),
  areDeliveriesKept: Type.Boolean({
    description: 'false: the deliveries were deleted, so there are no numbers',
  }),
  senders: Type.Array(
    Part({
      sender: OrNull(Id(), { description: "null: the operator's own mail server" }),
      name: OrNull(Text('Our mail server'), {
        description: "null: the operator's own mail server, or the sender was deleted",
      }),
      provider: OrNull(OneOf(senderProviders, { examples: ['SMTP'] })),
      channel: ChannelName,
      addressed: Count(4_250, {
        description: 'Recipients to whom the sender sends messages, or has sent them',
      }),
      sent: Count(4_210, { description: 'Messages that the provider accepted' }),
      delivered: Count(4_208, { description: 'Accepted messages that did not bounce' }),
      bounced: Count(2),
      complained: Count(1),
      failed: Count(12, { description: 'Messages that the provider rejected, or whose result is unknown' }),
      failedOver: Count(3, {
        description: 'Messages that this sender refused, and that another sender of the pool took over',
      }),
    }),
    { description: 'The sender with the most recipients first' },
  ),
});
export type CampaignSendersView = Static<typeof CampaignSendersView>;

const present = presenter(CampaignSendersView, (view: CampaignSendersView) => view);

function presentSenders(
  campaignId: string,
  { senders, ...counted }: CampaignSenders,
  all: readonly Sender[],
): CampaignSendersView {
  const rows = senders.map(({ senderId, ...numbers }) => {
    const known = all.find(({ id }) => id === senderId);
    const sender = senderId === 'default' ? null : senderId;
    return { sender, name: known?.name ?? null, provider: known?.provider ?? null, ...numbers };
  });
  return present({ campaignId, ...counted, senders: rows });
}
