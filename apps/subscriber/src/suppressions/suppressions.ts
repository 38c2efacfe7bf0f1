import { type AuditNote, channels, newId, type WebhookEvent } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { Quotas } from '@carillon/quotas';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  type Cause,
  type Eligibility,
  eligibilityAfter,
  importSources,
  type EligibilityEvent,
  strongest,
  unknownAddress,
} from './eligibility';
import { ErasedHashes } from './erased-hashes';
import {
  type Address,
  BY_ADDRESS,
  type AddressHistory,
  type SuppressionDocument,
  SuppressionRecord,
  toAddressHistory,
} from './suppression-document';

/** The audit entry of a change to the suppression with this ID. */
type NoteOf = (id: string) => AuditNote;

/**
 * The histories of addresses. Each change applies an event and saves the result by compare-and-set on `rev`. Writes
 * bypass the model: providers refuse addresses by the thousand, and the model would make a document of each cause, which
 * costs as much as the write itself.
 */
@Injectable()
export class Suppressions {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
    private readonly hashes: ErasedHashes,
    private readonly quotas: Quotas,
    private readonly interests: WebhookInterests,
  ) {}

  /**
   * Applies an event to an address, again if another writer changed the address in the meantime. `id`: the ID of a new
   * document. `noteOf`: creates the audit entry of the change. Returns the result.
   */
  async apply(
    address: Address,
    event: EligibilityEvent,
    id = newId(),
    noteOf?: NoteOf,
  ): Promise<AddressHistory> {
    // Only the current state can prove that the event changes nothing: on a primary that is cut off, it may be
    // outdated.
    for (let isCurrent = false; ; isCurrent = true) {
      const before = (await this.find(address, isCurrent)) ?? {
        id,
        address,
        eligibility: unknownAddress,
        rev: 0,
      };
      const eligibility = eligibilityAfter(before.eligibility, event);
      if (eligibility === before.eligibility && isCurrent) return before;
      if (eligibility === before.eligibility) continue;
      if (!(await this.save(before, eligibility, noteOf?.(before.id)))) continue;
      if (before.rev === 0) this.quotas.note(address.userId, 'suppressions', 1);
      return { ...before, eligibility, rev: before.rev + 1 };
    }
  }

  /** Applies the same event to the addresses with these IDs. Returns the results; omits unknown IDs. */
  async applyToAll(
    userId: string,
    ids: readonly string[],
    event: EligibilityEvent,
    noteOf: NoteOf,
  ): Promise<AddressHistory[]> {
    const changes = (await this.histories(userId, ids)).flatMap((before) => {
      const eligibility = eligibilityAfter(before.eligibility, event);
      return eligibility === before.eligibility
        ? []
        : [{ updateOne: changeOf(before, eligibility, noteOf(before.id)) }];
    });
    if (changes.length > 0) await this.suppressions.collection.bulkWrite(changes, { ordered: false });
    // Another writer may have changed some of them in the meantime.
    const histories = await this.histories(userId, ids);
    return Promise.all(
      histories.map(async (each) =>
        eligibilityAfter(each.eligibility, event) === each.eligibility
          ? each
          : this.apply(each.address, event, each.id, noteOf),
      ),
    );
  }

  /**
   * The time of the first counted bounce, if the counted bounces and this one suppress the address. Null: they don't
   * suppress it.
   */
  async countedSince(address: Address, event: EligibilityEvent): Promise<Date | null> {
    if (event.type !== 'doubted' && event.type !== 'passed') return null;
    const before = (await this.find(address))?.eligibility ?? unknownAddress;
    const isSuppressed = eligibilityAfter(before, event).causes.length > before.causes.length;
    const [first] = event.type === 'doubted' ? before.doubts : before.passing;
    return isSuppressed && first ? first.at : null;
  }

  /**
   * An erased address is stored only under its hash. `isCurrent`: a majority confirms that nothing newer is stored,
   * which takes about 100 ms.
   */
  async find({ userId, channel, address }: Address, isCurrent = false): Promise<AddressHistory | null> {
    const document = await this.suppressions
      .findOne({
        userId: new ObjectId(userId),
        channel,
        address: { $in: this.hashes.formsOf(userId, address) },
      })
      .sort({ address: 1 })
      .readConcern(isCurrent ? 'linearizable' : 'majority')
      .lean();
    return document && toAddressHistory(document);
  }

  /** The history of the addresses with these IDs, suppressed or not. */
  async histories(userId: string, ids: readonly string[]): Promise<AddressHistory[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    return (await this.suppressions.find({ _id, userId: new ObjectId(userId) }).lean()).map(toAddressHistory);
  }

  /** The history of an address on each channel, under the address itself or its hash. */
  async ofAddress(userId: string, address: string): Promise<AddressHistory[]> {
    const filter = { userId: new ObjectId(userId), channel: { $in: [...channels] } };
    const found = await this.suppressions
      .find({ ...filter, address: { $in: this.hashes.formsOf(userId, address) } })
      .hint(BY_ADDRESS)
      .lean();
    return found.map(toAddressHistory);
  }

  /** The number of known addresses, suppressed or not. Reads only the index. */
  count(userId: string): Promise<number> {
    return this.suppressions
      .countDocuments({ userId: new ObjectId(userId) })
      .hint(BY_ADDRESS)
      .exec();
  }

  /** Returns false if another writer changed the document in the meantime. */
  private async save(before: AddressHistory, eligibility: Eligibility, note?: AuditNote): Promise<boolean> {
    const wanted = await this.interests.of(before.address.userId);
    const pendingWebhookEvents = webhookEventsOf(before, eligibility).filter(({ type }) => wanted.has(type));
    const { filter, update } = changeOf(before, eligibility, note, pendingWebhookEvents);
    try {
      const { matchedCount, upsertedCount } = await this.suppressions.collection.updateOne(filter, update, {
        upsert: before.rev === 0,
      });
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error) && (await this.find(before.address))) return false;
      throw error;
    }
  }
}

/** The webhook events of a change: the person's request, the new suppression of the address, and a left topic. */
function webhookEventsOf(
  { id, rev, address, eligibility: before }: AddressHistory,
  after: Eligibility,
): WebhookEvent[] {
  const { channel, address: identifier } = address;
  const webhookEvent = (
    type: WebhookEvent['type'],
    n: number,
    { at, ...item }: { at: Date; source: string | null; reason?: string; topicId?: string },
  ): WebhookEvent => ({
    ...{ id: `${id}-${rev + 1}-${n}`, type, at: at.toISOString(), campaignId: null },
    items: [{ suppressionId: id, channel, identifier, ...item, at: at.toISOString() }],
  });
  const ofCause = ({ reason, source, at }: Cause) => ({ reason, source, at });
  const left = after.topics.find(({ topicId }) => !before.topics.some((topic) => topic.topicId === topicId));
  const optOut = after.causes.find((cause) =>
    (cause.reason === 'UNSUBSCRIBED' || cause.reason === 'STOPPED') && !importSources.test(cause.source ?? '')
      ? !before.causes.some(({ reason }) => reason === cause.reason)
      : false,
  );
  const now = before.causes.length === 0 ? strongest(after) : undefined;
  return [
    ...(optOut ? [webhookEvent('subscriber.unsubscribed', 0, ofCause(optOut))] : []),
    ...(now ? [webhookEvent('suppression.created', 1, ofCause(now))] : []),
    ...(left ? [webhookEvent('topic.opted_out', 2, left)] : []),
  ];
}

/**
 * The database sets the time at which a cause, a topic, or a snooze is added, so that `anySince` also finds causes
 * that a stalled process writes late.
 */
function changeOf(
  { id, address, rev, eligibility: before }: AddressHistory,
  eligibility: Eligibility,
  note: AuditNote | undefined,
  pendingWebhookEvents: WebhookEvent[] = [],
) {
  const { causes, lifted, reportedAt, providerIds, doubts, passing, liftedBy } = eligibility;
  const { topics, pastTopics, snooze } = eligibility;
  const reason = strongest(eligibility)?.reason ?? null;
  const { userId, ...channelAddress } = address;
  const history = {
    ...(lifted.length > 0 && { lifted: [...lifted] }),
    ...((passing.length > 0 || before.passing.length > 0) && { passing: [...passing] }),
    ...((doubts.length > 0 || before.doubts.length > 0) && { doubts: [...doubts] }),
    ...(topics.length > 0 && { topics: [...topics] }),
    ...(pastTopics.length > 0 && { pastTopics: [...pastTopics] }),
    ...(snooze && { snooze }),
  };
  const isAdded = causes.length > before.causes.length;
  const isChosen =
    topics.length > before.topics.length || (snooze?.until != null && snooze !== before.snooze);
  // The index of topics holds documents with topics only.
  const hasNoTopics = topics.length === 0 && before.topics.length > 0;
  return {
    filter: { userId: new ObjectId(userId), ...channelAddress, rev },
    update: {
      $set: {
        causes: [...causes],
        ...history,
        reportedAt,
        providerIds: [...providerIds],
        liftedBy,
        reason,
        rev: rev + 1,
      },
      $setOnInsert: { _id: new ObjectId(id) },
      // For a document without a schema, the driver's types contain no fields.
      ...((note ?? pendingWebhookEvents.length > 0) && {
        $push: {
          ...(note && { notes: note }),
          ...(pendingWebhookEvents.length > 0 && { pendingWebhookEvents: { $each: pendingWebhookEvents } }),
        } as never,
      }),
      ...((isAdded || isChosen) && {
        $currentDate: { ...(isAdded && { at: true as const }), ...(isChosen && { choiceAt: true as const }) },
      }),
      ...(hasNoTopics && { $unset: { topics: '' as const } }),
    },
  };
}
