import { channels, suppressionReasons } from '@carillon/contracts';
import { owned } from '@carillon/mongo';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type Cause, type EligibilityEvent, strongest } from './eligibility';
import { ErasedHashes } from './erased-hashes';
import type { TopicOptOut } from './preferences';
import {
  type AddressHistory,
  IN_ORDER,
  type SuppressionDocument,
  SuppressionRecord,
} from './suppression-document';
import { Suppressions } from './suppressions';

/** Erases the suppressions of a person or of a user, and lists the addresses that aren't erased. */
@Injectable()
export class SuppressionErasure {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly documents: Model<SuppressionDocument>,
    private readonly suppressions: Suppressions,
    private readonly hashes: ErasedHashes,
    private readonly quotas: Quotas,
  ) {}

  /** Erases an address. Suppressions, except bounces, and left topics are stored under its hash. Everything else is deleted. */
  async erase(userId: string, address: string): Promise<void> {
    for (const history of await this.suppressions.ofAddress(userId, address)) {
      if (history.address.address === address) await this.eraseOne(history);
    }
  }

  /** Removes some of a user's entries. Returns true if none is left. */
  async removeSome(userId: string, limit: number): Promise<boolean> {
    const some = await this.documents
      .find({ userId: new ObjectId(userId) }, { _id: 1 })
      .limit(limit)
      .lean();
    await this.documents.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    return some.length < limit;
  }

  /** Some addresses of a user's entries, continuing after an ID, without erased ones. */
  async addressesAfter(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ id: string; address: string }[]> {
    const found = await this.documents
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
    const other = await this.suppressions.find({ ...before, address });
    const causes = [...eligibility.causes, ...(other?.eligibility.causes ?? [])].filter(isRemembered);
    const { topics } = eligibility;
    if (other || (causes.length === 0 && topics.length === 0)) {
      // Moves the causes and topics first, because the person must stay opted out in between.
      for (const event of other ? [...causes.map(eventOf), ...topics.map(leftEventOf)] : [])
        await this.suppressions.apply({ ...before, address }, event);
      const { deletedCount } = await this.documents.deleteOne(whose);
      this.quotas.note(before.userId, 'suppressions', -deletedCount);
      return;
    }
    const stored = await this.documents.findOne(whose).lean();
    const reason = strongest({ ...eligibility, causes })?.reason ?? null;
    const optOuts = topics.length > 0 && { topics: [...topics] };
    const { reportedAt } = eligibility;
    const kept = { causes, reportedAt, providerIds: [], liftedBy: null, reason, ...optOuts };
    const document = { userId: whose.userId, channel: before.channel, address, ...kept, rev: rev + 1 };
    // Replaces the whole document, so that no other data of the person remains.
    await this.documents.collection.replaceOne(whose, {
      ...document,
      ...(stored?.at && { at: stored.at }),
      // The entries name the suppression only by its ID.
      ...(stored?.notes && { notes: stored.notes }),
    });
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

function leftEventOf(topic: TopicOptOut): EligibilityEvent {
  return { type: 'topic-left', ...topic };
}
