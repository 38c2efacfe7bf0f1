import {
  type CampaignFigures,
  type CampaignOutline,
  type DeliveryFigures,
  type TrackingMode,
  approvalStates,
  channels,
  trackingModes,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';
import { ConversionCountsView } from '../conversions';
import { ReadOptOuts, optOutsNote } from './read-opt-outs';

/** Combines what lists of campaigns show, from three services. */
@Injectable()
export class ReadFigures {
  constructor(
    private readonly messenger: Messenger,
    private readonly readOptOuts: ReadOptOuts,
  ) {}

  /** In the order of the IDs, without unknown campaigns. */
  async read(userId: string, ids: string[]): Promise<Static<typeof FiguresListView>> {
    const [outlines, counted, optOuts] = await Promise.all([
      this.messenger.request('campaign.outlines', { userId, ids }),
      this.messenger.request('dispatch.figures', { userId, campaignIds: ids }),
      this.readOptOuts.of(userId, ids),
    ]);
    const outlineOf = new Map(outlines.items.map((outline) => [outline.id, outline]));
    const figuresOf = new Map(counted.items.map((figures) => [figures.campaignId, figures]));
    const campaigns = ids.flatMap((id) => {
      const outline = outlineOf.get(id);
      return outline ? [presentFigures(outline, figuresOf.get(id), optOuts?.get(id) ?? null)] : [];
    });
    return { campaigns };
  }
}

const sums = {
  addressed: Count(1250, { description: 'Recipients for whom the campaign has a message' }),
  sent: Count(1200, { description: 'Messages that a provider accepted' }),
  delivered: Count(1190, { description: 'Accepted messages that did not bounce' }),
  bounced: Count(10),
  complained: Count(1),
};
type Sums = Record<keyof typeof sums, number>;

/** What lists show of a campaign besides its name and status. */
const FiguresView = View('CampaignFigures', {
  _id: Id(),
  channels: Type.Array(ChannelName, { description: 'The channels for which the campaign has a message' }),
  groups: Type.Array(Id()),
  segments: Type.Array(Id()),
  tags: Type.Array(Text('Spring')),
  approval: OrNull(OneOf(approvalStates), {
    description: 'The state of the latest request for an approval. Null: none',
  }),
  scheduledAt: OrNull(Time()),
  publishedAt: OrNull(Time()),
  finishedAt: OrNull(Time()),
  ...sums,
  emails: Count(1190, { description: 'Delivered emails: opens and clicks are shares of this number' }),
  tracking: OneOf(trackingModes, { description: 'The tracking mode at the start of the campaign' }),
  opens: OrNull(Count(400, { description: 'People who opened the email; null unless `tracking` is FULL' }), {
    examples: [400],
  }),
  clicks: OrNull(Count(90, { description: 'People who clicked; null unless `tracking` is FULL' }), {
    examples: [90],
  }),
  conversions: ConversionCountsView,
  optOuts: OrNull(Count(3, optOutsNote), { examples: [3] }),
});
type FiguresView = Static<typeof FiguresView>;

/** An object and not a list, because it has no pages. */
export const FiguresListView = View('CampaignFiguresList', {
  campaigns: Type.Array(FiguresView, { description: 'In the order of the IDs' }),
});

const present = presenter(FiguresView, (figures: FiguresView) => figures);

/** `figures` is undefined if the campaign has no deliveries yet, for example a draft. */
function presentFigures(
  { id, tags = [], approval, ...outline }: CampaignOutline,
  figures: CampaignFigures | undefined,
  optOuts: number | null,
): FiguresView {
  const tracking: TrackingMode = figures?.engagement?.mode ?? 'OFF';
  return present({
    _id: id,
    ...outline,
    tags,
    approval: approval ?? null,
    ...sumOf(channels.flatMap((channel) => figures?.channels[channel] ?? [])),
    emails: figures?.channels.EMAIL.delivered ?? 0,
    tracking,
    opens: figures?.engagement?.opens.unique ?? null,
    clicks: figures?.engagement?.clicks.unique ?? null,
    conversions: figures?.conversions ?? null,
    optOuts,
  });
}

function sumOf(all: readonly DeliveryFigures[]): Sums {
  const sum = (name: keyof Sums): number => all.reduce((total, each) => total + each[name], 0);
  return {
    addressed: sum('addressed'),
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
  };
}
