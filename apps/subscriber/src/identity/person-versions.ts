import { type Plain, collection } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type ClientSession, type Model, Types } from 'mongoose';
import { type SubscriberConfig, subscriberConfig } from '../config';
import {
  type Attribute,
  type ChannelAddress,
  type PersonDocument,
  PersonRecord,
  attributeParts,
} from './person-document';

/** The values that a person had until a time. New people have none. */
@Schema(collection('personVersions'))
export class PersonVersionRecord {
  /** The person, and the revision that had these values. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) personId!: ObjectId;
  /** The person into whom this person was merged. */
  @Prop({ type: Types.ObjectId }) mergedInto?: ObjectId;
  @Prop({ type: [Number] }) n!: number[];
  @Prop({ type: [attributeParts.channel] }) channels!: ChannelAddress[];
  @Prop({ type: [attributeParts.attribute], default: undefined }) attributes?: Attribute[];
  @Prop({ type: String }) locale?: string;
  @Prop({ type: String }) country?: string;
  /** When other values replaced these. */
  @Prop({ type: Date }) until!: Date;
  @Prop({ type: Date }) expiresAt!: Date;
}

export type PersonVersion = Plain<PersonVersionRecord>;

/** The versions of a person, in the order of time. */
const OF_PERSON = { userId: 1, personId: 1, until: 1 } as const;
const OF_MERGED = { userId: 1, mergedInto: 1, until: 1 } as const;
const OF_ADDRESS = { userId: 1, 'channels.address': 1 } as const;
const IN_ORDER = { userId: 1, _id: 1 } as const;

export const PersonVersionSchema = SchemaFactory.createForClass(PersonVersionRecord)
  .index(OF_PERSON)
  .index(OF_MERGED, { partialFilterExpression: { mergedInto: { $exists: true } } })
  .index(OF_ADDRESS)
  .index(IN_ORDER)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const DAY_MS = 24 * 3_600_000;

/** The values that conditions read. */
const values = { userId: 1, n: 1, channels: 1, attributes: 1, locale: 1, country: 1 } as const;

/** When a person had which addresses. */
export type PastAddresses = Pick<PersonVersion, 'personId' | 'mergedInto' | 'channels' | 'until'>;
const pastAddresses = { personId: 1, mergedInto: 1, channels: 1, until: 1 } as const;

/** The maximum number of versions that are read to find the previous addresses of a person, or the people of addresses. */
const MOST = 1_000;

/** The previous values of people, which explain why they got a campaign, or did not. */
@Injectable()
export class PersonVersions {
  constructor(
    @InjectModel(PersonVersionRecord.name) private readonly versions: Model<PersonVersion>,
    @InjectModel(PersonRecord.name) private readonly people: Model<PersonDocument>,
    @Inject(subscriberConfig.token) private readonly config: SubscriberConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps the values of people who are about to change. The database copies them. If a change then fails, its version is
   * replaced when the person changes.
   */
  async keep(userId: string, people: readonly Pick<PersonDocument, '_id'>[]): Promise<void> {
    if (people.length === 0) return;
    const until = this.clock.now();
    const expiresAt = new Date(until.getTime() + this.config.PERSON_VERSION_DAYS * DAY_MS);
    const _id = { $concat: [{ $toString: '$_id' }, '-', { $toString: '$rev' }] };
    await this.people.collection
      .aggregate([
        { $match: { userId: new ObjectId(userId), _id: { $in: people.map((each) => each._id) } } },
        {
          $project: {
            ...values,
            _id,
            personId: '$_id',
            until: { $literal: until },
            expiresAt: { $literal: expiresAt },
          },
        },
        { $merge: { into: this.versions.collection.collectionName, whenMatched: 'replace' } },
      ])
      .toArray();
  }

  /** The values that a person had at a time. Null: they have not changed since, or are not kept. */
  async at(userId: string, personId: string, time: Date): Promise<PersonVersion | null> {
    const filter = { userId: new ObjectId(userId), personId: new ObjectId(personId) };
    return this.versions
      .findOne({ ...filter, until: { $gt: time } })
      .sort({ until: 1 })
      .hint(OF_PERSON)
      .lean();
  }

  /** The previous addresses of a person and those merged into it, replaced after a time, oldest first. */
  async since(userId: string, personId: string, time: Date): Promise<PastAddresses[]> {
    const id = new ObjectId(personId);
    const replaced = { userId: new ObjectId(userId), until: { $gt: time } };
    const [own, merged] = await Promise.all([
      this.pastAddresses({ ...replaced, personId: id }, OF_PERSON),
      this.pastAddresses({ ...replaced, mergedInto: id }, OF_MERGED),
    ]);
    return [...merged, ...own];
  }

  /** The people who had one of these addresses until after a time, oldest first. */
  withAddressesSince(userId: string, addresses: readonly string[], time: Date): Promise<PastAddresses[]> {
    const among = { $in: [...addresses] };
    const filter = { userId: new ObjectId(userId), 'channels.address': among, until: { $gt: time } };
    return this.pastAddresses(filter, OF_ADDRESS);
  }

  private async pastAddresses(filter: object, hint: typeof OF_PERSON | typeof OF_MERGED | typeof OF_ADDRESS) {
    return this.versions
      .find(filter, pastAddresses)
      .sort({ until: 1 })
      .hint({ ...hint })
      .limit(MOST)
      .lean<PastAddresses[]>();
  }

  /** The ID of the person into whom a person was merged. Null: it wasn't, or this is no longer kept. */
  async mergedInto(userId: string, personId: string): Promise<string | null> {
    const filter = { userId: new ObjectId(userId), personId: new ObjectId(personId) };
    const version = await this.versions
      .findOne({ ...filter, mergedInto: { $exists: true } }, { mergedInto: 1 })
      .hint(OF_PERSON)
      .lean<Pick<PersonVersion, 'mergedInto'>>();
    return version?.mergedInto?.toHexString() ?? null;
  }

  /** Adds the versions of a person who is merged to those of another person, in the same transaction. */
  async merge(into: PersonDocument, from: PersonDocument, session: ClientSession): Promise<void> {
    const { userId } = into;
    const set = { $set: { mergedInto: into._id } };
    await this.versions.updateMany({ userId, personId: from._id }, set, { session });
    await this.versions.updateMany({ userId, mergedInto: from._id }, set, { session });
  }

  /** The versions with an address, oldest first, continuing after an ID. */
  async withAddress(
    userId: string,
    address: string,
    after: string | null,
    limit: number,
  ): Promise<PersonVersion[]> {
    const following = after === null ? {} : { _id: { $gt: after } };
    return this.versions
      .find({ userId: new ObjectId(userId), 'channels.address': address, ...following })
      .sort({ _id: 1 })
      .hint(OF_ADDRESS)
      .limit(limit)
      .lean();
  }

  /** In the order of their IDs. */
  async page(userId: string, after: string | null, limit: number): Promise<PersonVersion[]> {
    const following = after === null ? {} : { _id: { $gt: after } };
    return this.versions
      .find({ userId: new ObjectId(userId), ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .lean();
  }

  /** Removes all versions of a person who is removed, or whose address is erased, and of those merged into it. */
  async removeOf({ userId, _id }: Pick<PersonDocument, 'userId' | '_id'>): Promise<void> {
    await this.versions.deleteMany({ userId, personId: _id });
    await this.versions.deleteMany({ userId, mergedInto: _id });
  }

  /** Removes all versions with an address. */
  async erase(userId: string, address: string): Promise<void> {
    await this.versions.deleteMany({ userId: new ObjectId(userId), 'channels.address': address });
  }

  /** Removes the values of a deleted attribute. */
  async removeAttribute(userId: ObjectId, name: string): Promise<void> {
    await this.versions.collection.updateMany(
      { userId, 'attributes.k': name },
      { $pull: { attributes: { k: name } } as never },
    );
  }

  async removeAll(userId: string): Promise<void> {
    await this.versions.deleteMany({ userId: new ObjectId(userId) });
  }
}
