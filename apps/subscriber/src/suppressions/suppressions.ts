import {
  AppError,
  type AuditNote,
  type Channel,
  channels,
  newId,
  pageOf,
  type Payload,
  type Reply,
  type Suppression,
  type SuppressionHistory,
  suppressionReasons,
  type WebhookEvent,
} from '@carillon/contracts';
import { isDuplicateKey, owned } from '@carillon/mongo';
import { erasedRange } from '@carillon/vault';
import { Quotas } from '@carillon/quotas';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { addressChunks } from '../address-chunks';
import {
  type Cause,
  type Eligibility,
  eligibilityAfter,
  type EligibilityEvent,
  strongest,
  unknownAddress,
} from './eligibility';
import { ErasedHashes } from './erased-hashes';
import {
  type Address,
  BY_ADDRESS,
  BY_TIME,
  IN_ORDER,
  type AddressHistory,
  type SuppressionDocument,
  SuppressionRecord,
  shown,
  shownCause,
  shownLifted,
  toAddressHistory,
} from './suppression-document';

/** The audit entry of a change to the suppression with this ID. */
type NoteOf = (id: string) => AuditNote;

type ChannelAddress = Omit<Address, 'userId'>;

/** A cause can have the time of a clock that is behind the requesting process's, and become visible a moment later. */
const MARGIN_MS = 60_000;

/**
 * The suppression list. Each change applies an event and saves the result by compare-and-set on `rev`. Writes bypass
 * the model: providers refuse addresses by the thousand, and the model would make a document of each cause, which costs
 * as much as the write itself.
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

  /** The number of known addresses, suppressed or not. Reads only the index. */
  count(userId: string): Promise<number> {
    return this.suppressions
      .countDocuments({ userId: new ObjectId(userId) })
      .hint(BY_ADDRESS)
      .exec();
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

  /** The history of the addresses with these IDs, suppressed or not. */
  async histories(userId: string, ids: readonly string[]): Promise<AddressHistory[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    return (await this.suppressions.find({ _id, userId: new ObjectId(userId) }).lean()).map(toAddressHistory);
  }

  /** Errors: suppression_not_found, also for a suppression that was lifted. */
  async get({ userId, id }: Payload<'suppression.get'>): Promise<Suppression> {
    const [suppression] = (await this.histories(userId, [id])).flatMap(shown);
    if (!suppression) throw new AppError('suppression_not_found');
    return suppression;
  }

  /** The history of an address, including lifted causes. Empty if the address has no history. */
  async history(address: Payload<'suppression.history'>): Promise<SuppressionHistory> {
    const { channel, address: identifier } = address;
    const eligibility = (await this.find(address))?.eligibility ?? unknownAddress;
    const { causes } = eligibility;
    const byStrength = suppressionReasons.flatMap((each) => causes.filter(({ reason }) => reason === each));
    return {
      ...{ channel, address: identifier },
      causes: byStrength.map(shownCause),
      lifted: shownLifted(eligibility),
    };
  }

  /** Oldest first, continuing after an ID. */
  async page(query: Payload<'suppression.list'>): Promise<Reply<'suppression.list'>> {
    const { userId, channel, reason, address, after, limit } = query;
    const documents = await this.suppressions
      .find({
        userId: new ObjectId(userId),
        channel: { $in: channel === null ? [...channels] : [channel] },
        reason: { $in: reason === null ? [...suppressionReasons] : [reason] },
        ...(address !== null && { address: { $in: this.formsOf(userId, address) } }),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .hint(address === null ? IN_ORDER : BY_ADDRESS)
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toAddressHistory).flatMap(shown), limit);
  }

  /** False only if the user has no suppression. */
  hasAny(userId: string): Promise<boolean> {
    const any = { channel: { $in: [...channels] }, reason: { $in: [...suppressionReasons] } };
    return this.finds({ userId: new ObjectId(userId), ...any }, IN_ORDER);
  }

  /** False only if none of the user's addresses was certainly suppressed on this channel since. */
  anySince(userId: string, channel: Channel, since: Date): Promise<boolean> {
    const at = { $gte: new Date(since.getTime() - MARGIN_MS) };
    return this.finds({ userId: new ObjectId(userId), channel, at }, BY_TIME);
  }

  /** The given addresses that are suppressed now. */
  async among(userId: string, channel: Channel, addresses: readonly string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const byForm = new Map(addresses.map((address) => [address, address]));
    if (await this.hasErased(userId, channel)) {
      for (const address of addresses)
        for (const hash of this.hashes.all(userId, address)) byForm.set(hash, address);
    }
    const found = await this.suppressions
      .find({ ...suppressed(userId, channel), address: { $in: [...byForm.keys()] } }, { _id: 0, address: 1 })
      .hint(BY_ADDRESS)
      .lean();
    return new Set(found.flatMap(({ address }) => byForm.get(address) ?? []));
  }

  /** Returns which of these people are suppressed now. One read for each channel. */
  async amongPeople(
    userId: string,
    people: readonly ChannelAddress[],
  ): Promise<(person: ChannelAddress) => boolean> {
    const byChannel = await Promise.all(
      channels.map(async (channel) => {
        const addresses = people.flatMap((each) => (each.channel === channel ? [each.address] : []));
        return [channel, await this.among(userId, channel, addresses)] as const;
      }),
    );
    const suppressed = new Map(byChannel);
    return ({ channel, address }) => suppressed.get(channel)?.has(address) ?? false;
  }

  /** All addresses that are suppressed now, in ascending order. */
  addresses(userId: string, channel: Channel): AsyncGenerator<string[]> {
    return addressChunks(this.suppressions, suppressed(userId, channel), BY_ADDRESS);
  }

  /** The history of an address on each channel, under the address itself or its hash. */
  async ofAddress(userId: string, address: string): Promise<AddressHistory[]> {
    const filter = { userId: new ObjectId(userId), channel: { $in: [...channels] } };
    const found = await this.suppressions
      .find({ ...filter, address: { $in: this.formsOf(userId, address) } })
      .hint(BY_ADDRESS)
      .lean();
    return found.map(toAddressHistory);
  }

  /** Erases an address. Suppressions are stored under its hash, except bounces. Everything else is deleted. */
  async erase(userId: string, address: string): Promise<void> {
    for (const history of await this.ofAddress(userId, address)) {
      if (history.address.address === address) await this.eraseOne(history);
    }
  }

  /** Removes some of a user's entries. Returns true if none is left. */
  async removeSome(userId: string, limit: number): Promise<boolean> {
    const some = await this.suppressions
      .find({ userId: new ObjectId(userId) }, { _id: 1 })
      .limit(limit)
      .lean();
    await this.suppressions.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    return some.length < limit;
  }

  /** Some addresses of a user's entries, continuing after an ID, without erased ones. */
  async addressesAfter(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ id: string; address: string }[]> {
    const found = await this.suppressions
      .find({
        userId: new ObjectId(userId),
        channel: { $in: [...channels] },
        reason: { $in: [...suppressionReasons, null] },
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .hint(IN_ORDER)
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id, address }) => ({ id: _id.toHexString(), address }));
  }

  private async eraseOne(history: AddressHistory): Promise<void> {
    const { id, rev, address: before, eligibility } = history;
    const whose = { ...owned(before.userId, id), rev };
    const address = this.hashes.of(before.userId, before.address);
    const other = await this.find({ ...before, address });
    const causes = [...eligibility.causes, ...(other?.eligibility.causes ?? [])].filter(isRemembered);
    if (other || causes.length === 0) {
      // Moves the causes first, because the person must stay suppressed in between.
      for (const cause of other ? causes : []) await this.apply({ ...before, address }, eventOf(cause));
      const { deletedCount } = await this.suppressions.deleteOne(whose);
      this.quotas.note(before.userId, 'suppressions', -deletedCount);
      return;
    }
    const stored = await this.suppressions.findOne(whose).lean();
    const reason = strongest({ ...eligibility, causes })?.reason ?? null;
    const kept = { causes, reportedAt: eligibility.reportedAt, providerIds: [], liftedBy: null, reason };
    const document = { userId: whose.userId, channel: before.channel, address, ...kept, rev: rev + 1 };
    // Replaces the whole document, so that no other data of the person remains.
    await this.suppressions.collection.replaceOne(whose, {
      ...document,
      ...(stored?.at && { at: stored.at }),
      // The entries name the suppression only by its ID.
      ...(stored?.notes && { notes: stored.notes }),
    });
  }

  /** The address, and its possible hashes. */
  private formsOf(userId: string, address: string): string[] {
    return [address, ...this.hashes.all(userId, address)];
  }

  /** Usually takes one lookup, because no hashes are needed if none is stored. */
  private async hasErased(userId: string, channel: Channel): Promise<boolean> {
    const filter = {
      userId: new ObjectId(userId),
      channel,
      address: erasedRange,
    };
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(BY_ADDRESS).lean()) !== null;
  }

  /**
   * An erased address is stored only under its hash. `isCurrent`: a majority confirms that nothing newer is stored,
   * which takes about 100 ms.
   */
  async find({ userId, channel, address }: Address, isCurrent = false): Promise<AddressHistory | null> {
    const document = await this.suppressions
      .findOne({ userId: new ObjectId(userId), channel, address: { $in: this.formsOf(userId, address) } })
      .sort({ address: 1 })
      .readConcern(isCurrent ? 'linearizable' : 'majority')
      .lean();
    return document && toAddressHistory(document);
  }

  /** With an index hint. Otherwise, the planner could choose an index that scans all lifted suppressions. */
  private async finds(
    filter: QueryFilter<SuppressionDocument>,
    index: typeof IN_ORDER | typeof BY_TIME,
  ): Promise<boolean> {
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(index).lean()) !== null;
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

/** A bounce isn't a request of the person. */
function isRemembered({ reason }: Cause): boolean {
  return reason !== 'BOUNCED';
}

function eventOf({ reason, ...cause }: Cause): EligibilityEvent {
  return reason === 'MANUAL'
    ? { type: 'requested', at: cause.at, source: cause.source ?? '' }
    : { type: 'caused', reason, ...cause };
}

/** The webhook events of a change: the person's request, and the new suppression of the address. */
function webhookEventsOf(
  { id, rev, address, eligibility: before }: AddressHistory,
  after: Eligibility,
): WebhookEvent[] {
  const { channel, address: identifier } = address;
  const webhookEvent = (
    type: WebhookEvent['type'],
    n: number,
    { reason, at, source }: Cause,
  ): WebhookEvent => ({
    ...{ id: `${id}-${rev + 1}-${n}`, type, at: at.toISOString(), campaignId: null },
    items: [{ suppressionId: id, channel, identifier, reason, source, at: at.toISOString() }],
  });
  const optOut = after.causes.find((cause) =>
    cause.reason === 'UNSUBSCRIBED' || cause.reason === 'STOPPED'
      ? !before.causes.some(({ reason }) => reason === cause.reason)
      : false,
  );
  const now = before.causes.length === 0 ? strongest(after) : undefined;
  return [
    ...(optOut ? [webhookEvent('subscriber.unsubscribed', 0, optOut)] : []),
    ...(now ? [webhookEvent('suppression.created', 1, now)] : []),
  ];
}

const suppressed = (userId: string, channel: Channel) => ({
  userId: new ObjectId(userId),
  channel,
  reason: { $ne: null },
});

/**
 * The database sets the time at which a cause is added, so that `anySince` also finds causes that a stalled process
 * writes late.
 */
function changeOf(
  { id, address, rev, eligibility: before }: AddressHistory,
  eligibility: Eligibility,
  note: AuditNote | undefined,
  pendingWebhookEvents: WebhookEvent[] = [],
) {
  const { causes, lifted, reportedAt, providerIds, doubts, passing, liftedBy } = eligibility;
  const reason = strongest(eligibility)?.reason ?? null;
  const { userId, ...channelAddress } = address;
  const history = {
    ...(lifted.length > 0 && { lifted: [...lifted] }),
    ...((passing.length > 0 || before.passing.length > 0) && { passing: [...passing] }),
    ...((doubts.length > 0 || before.doubts.length > 0) && { doubts: [...doubts] }),
  };
  const isAdded = causes.length > before.causes.length;
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
      ...(isAdded && { $currentDate: { at: true as const } }),
    },
  };
}
