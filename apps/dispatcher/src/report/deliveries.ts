import { translationFor } from '@carillon/content';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  channels,
  type Delivery,
  deliveryId,
  type DeliveryPlace,
  type DeliveryState,
  type ExplainedDelivery,
  type Payload,
  readDeliveryId,
  type Reply,
  type Variables,
} from '@carillon/contracts';
import { ContentStore, type Dispatch, Dispatches, NOT_OPENED } from '../dispatch';
import { Engagement, type Marks, noMarks } from '../engagement';
import {
  type Batch,
  Batches,
  batchId,
  blank,
  DeliveryLookUp,
  type Exception,
  feedbackOf,
  type PageRecipient,
  type DeliveryPosition,
  RecipientPages,
  senderOf,
  statesOf,
} from '../ledger';
import { adviceOn } from './advice';

type Query = Payload<'dispatch.deliveries'>;
type Page = Reply<'dispatch.deliveries'>;

/** The recipients of a campaign and the state of each delivery. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly deliveryLookUp: DeliveryLookUp,
    private readonly engagement: Engagement,
    private readonly content: ContentStore,
  ) {}

  /** @throws AppError delivery_not_found, also after the ledger is deleted */
  async get({ userId, campaignId, id }: Payload<'dispatch.delivery'>): Promise<Delivery> {
    const position = readDeliveryId(id);
    const dispatch = position?.batchId.startsWith(campaignId) ? await this.dispatches.find(campaignId) : null;
    const delivery = position && dispatch?.user === userId ? await this.at(position) : null;
    if (!delivery) throw new AppError('delivery_not_found');
    return delivery;
  }

  /** Lists the last planned delivery first. */
  async list(query: Query): Promise<Page> {
    const dispatch = await this.dispatches.find(query.campaignId);
    if (dispatch?.user !== query.userId) return { items: [], next: null };
    return query.address === null ? this.page(query) : this.single(query, dispatch, query.address);
  }

  /** The deliveries to these addresses, with what only the ledger and the advice know. */
  async explain({
    userId,
    campaignId,
    addresses,
  }: Payload<'dispatch.explain'>): Promise<Reply<'dispatch.explain'>> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId) return { deliveries: [] };
    const translations = await this.content.translations(campaignId);
    const deliveries = await this.located(dispatch, addresses, async (batch, wanted) =>
      (await this.deliveriesOf(batch))
        .filter(({ position }) => position === wanted)
        .map(({ entry, delivery }): ExplainedDelivery => {
          const { state, reason } = delivery;
          return {
            ...delivery,
            senderId: senderOf(batch, wanted),
            ...earlierSendersOf(batch, wanted),
            advice: reason === null ? null : adviceOn(state, reason),
            ...(translations && { translation: translationFor({ translations }, variablesOf(entry)) }),
          };
        }),
    );
    return { deliveries: deliveries.sort(byChannel) };
  }

  /** A campaign whose order hasn't arrived isn't known. */
  async plannedCampaign({
    userId,
    campaignId,
  }: Payload<'dispatch.planned-campaign'>): Promise<Reply<'dispatch.planned-campaign'>> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId || dispatch.run === NOT_OPENED) return { campaign: null };
    const { publishedAt, planned, ledger, groups, audience } = dispatch;
    return {
      campaign: {
        publishedAt: publishedAt.toISOString(),
        isPlanned: planned,
        areDeliveriesKept: ledger === 'KEPT',
        groups,
        audience: audience ?? null,
      },
    };
  }

  private async at({ batchId, position }: DeliveryPlace): Promise<Delivery | null> {
    const batch = await this.batches.find(batchId);
    const all = batch ? await this.deliveriesOf(batch) : [];
    return all.find((each) => each.position === position)?.delivery ?? null;
  }

  /** Reads batches in reverse order until the page is full. */
  private async page(query: Query): Promise<Page> {
    const items: Delivery[] = [];
    let before = query.after === null ? null : positionOf(query.after);
    for (;;) {
      const batch = await this.batches.before(query, before);
      if (!batch) return { items, next: null };
      const until = before?.seq === batch.seq ? before.position : batch.size;
      const matching = await this.read(query, batch, (position) => position < until);
      const room = query.limit - items.length;
      items.push(...matching.slice(0, room));
      if (matching.length > room) return { items, next: items.at(-1)?.id ?? null };
      before = { seq: batch.seq, position: 0 };
    }
  }

  /** Looks up one address, which can have one delivery on each channel. */
  private async single(query: Query, dispatch: Dispatch, address: string): Promise<Page> {
    const found = await this.located(dispatch, [address], async (batch, wanted) =>
      query.channel && batch.channel !== query.channel
        ? []
        : this.read(query, batch, (position) => position === wanted),
    );
    return { items: found.sort(byChannel), next: null };
  }

  /** What `read` returns for each delivery to these addresses: for its batch and its position. */
  private async located<T>(
    dispatch: Dispatch,
    addresses: readonly string[],
    read: (batch: Batch, position: number) => Promise<T[]>,
  ): Promise<T[]> {
    const positions = await this.deliveryLookUp.find([dispatch], addresses);
    const found = await Promise.all(
      positions.map(async ({ campaign, seq, position }) => {
        const batch = await this.batches.find(batchId(campaign, seq));
        return batch ? read(batch, position) : [];
      }),
    );
    return found.flat();
  }

  /** The requested deliveries of a batch, last position first. */
  private async read(
    { state, feedback, reason }: Query,
    batch: Batch,
    wanted: (position: number) => boolean,
  ): Promise<Delivery[]> {
    return (await this.deliveriesOf(batch))
      .filter(({ position }) => wanted(position))
      .map(({ delivery }) => delivery)
      .filter((delivery) => state === null || delivery.state === state)
      .filter((delivery) => feedback === undefined || (delivery.feedback ?? null) === feedback)
      .filter((delivery) => reason === null || delivery.reason === reason);
  }

  private async deliveriesOf(batch: Batch): Promise<ReturnType<typeof deliveriesOf>> {
    const [entries, marks] = await Promise.all([
      this.recipientPages.slice(batch.recipientPage, batch.offset, batch.size),
      batch.channel === 'EMAIL' ? this.engagement.marksOf(batch.id) : noMarks,
    ]);
    return deliveriesOf(batch, entries, marks);
  }
}

/** Absent: none. */
function earlierSendersOf(
  { exceptions }: Batch,
  position: number,
): Pick<ExplainedDelivery, 'earlierSenders'> {
  const failovers = exceptions.find(({ i }) => i === position)?.failovers ?? [];
  if (failovers.length === 0) return {};
  return {
    earlierSenders: failovers.map(({ sender, reason, providerCode, at }) => ({
      ...{ senderId: sender, reason, providerCode },
      at: at.toISOString(),
    })),
  };
}

function byChannel(a: Delivery, b: Delivery): number {
  return channels.indexOf(a.channel) - channels.indexOf(b.channel);
}

/** The ID of a delivery ends with the number of its batch and its position in the batch. */
function positionOf(delivery: string): DeliveryPosition {
  const [, seq, position] = delivery.split('-').map(Number);
  return { seq: seq ?? 0, position: position ?? 0 };
}

/** The deliveries of a batch, last position first. */
export function deliveriesOf(
  batch: Batch,
  entries: readonly PageRecipient[],
  marks = noMarks,
): { position: number; entry: PageRecipient; delivery: Delivery }[] {
  const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
  const stateOf = statesOf(batch);
  const deliveries = entries.map((entry, position) => {
    const delivery = deliveryOf(batch, position, entry, stateOf(position), exceptions.get(position));
    return { position, entry, delivery: { ...delivery, ...markedAt(marks, position) } };
  });
  return deliveries.reverse();
}

/** The values with which the message to a recipient is filled. */
function variablesOf({ v }: PageRecipient): Variables {
  return JSON.parse(v) as Variables;
}

function markedAt(
  { opens, clicks, conversions }: Marks,
  position: number,
): Pick<Delivery, 'openedAt' | 'clickedAt' | 'convertedAt'> {
  const [openedAt, clickedAt] = [opens[position], clicks[position]?.at];
  const convertedAt = conversions?.[position];
  return {
    ...(openedAt && { openedAt: openedAt.toISOString() }),
    ...(clickedAt && { clickedAt: clickedAt.toISOString() }),
    ...(convertedAt && { convertedAt: convertedAt.toISOString() }),
  };
}

/** A delivery without an exception has the time of the batch: when a recipient of the batch was last settled. */
function deliveryOf(
  batch: Batch,
  position: number,
  { a, s }: PageRecipient,
  state: DeliveryState,
  exception: Exception | undefined,
): Delivery {
  const settledAt = state === 'QUEUED' ? null : batch.settledAt;
  const at = exception?.at ?? settledAt ?? batch.plannedAt;
  const wasSent = state === 'SENT' || state === 'DELIVERED' || state === 'READ';
  return {
    id: deliveryId(batch.id, position),
    campaignId: batch.campaign,
    channel: batch.channel,
    address: a,
    subscriberId: s.toHexString(),
    state,
    reason: exception?.reason ?? (state === batch.outcome.state ? batch.outcome.reason : null),
    providerCode: exception?.providerCode ?? null,
    providerId: exception?.providerId ?? null,
    attempts: exception?.attempts ?? (wasSent ? 1 : 0),
    segments: exception?.segments ?? null,
    createdAt: batch.plannedAt.toISOString(),
    updatedAt: at.toISOString(),
    ...timesOf(exception, wasSent ? at : null),
    nextTryAt: (state === 'QUEUED' ? exception?.notBefore?.toISOString() : null) ?? null,
    ...returnedOf(exception, state),
    ...fallbackOf(batch, exception),
  };
}

/** The delivery on the next channel. */
function fallbackOf({ campaign }: Batch, exception: Exception | undefined): Pick<Delivery, 'fallbackId'> {
  const fallback = exception?.fallback ?? null;
  if (fallback === null || fallback === 'NONE') return {};
  return { fallbackId: deliveryId(batchId(campaign, fallback.seq), fallback.position) };
}

/** The bounce or complaint of a delivery. */
function returnedOf(
  exception: Exception | undefined,
  state: DeliveryState,
): Pick<Delivery, 'feedback' | 'isHard'> {
  const feedback = exception ? feedbackOf({ state, feedback: exception.feedback }) : null;
  if (!exception || feedback === null) return {};
  return { feedback, ...(feedback === 'BOUNCED' && { isHard: exception.permanent }) };
}

/** A read message has arrived, and an arrived message was sent. `batchSentAt`: the time of its batch. */
function timesOf(
  { sentAt, deliveredAt, readAt }: Pick<Exception, 'sentAt' | 'deliveredAt' | 'readAt'> = blank,
  batchSentAt: Date | null,
): Pick<Delivery, 'sentAt' | 'deliveredAt' | 'readAt'> {
  const arrivedAt = deliveredAt ?? readAt;
  return {
    sentAt: (sentAt ?? arrivedAt ?? batchSentAt)?.toISOString() ?? null,
    deliveredAt: arrivedAt?.toISOString() ?? null,
    readAt: readAt?.toISOString() ?? null,
  };
}
