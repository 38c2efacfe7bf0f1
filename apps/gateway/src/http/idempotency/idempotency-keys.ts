import { DatabaseClock, type Plain, collection, insertMissing, refusedDuplicates } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Document, ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import type { Repeatable } from './minting';

/** How long a gateway's lease on a request lasts without a renewal (milliseconds). */
export const LEASE_MS = 10_000;
/** How long a key is stored after its first request (milliseconds). */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** If several gateways concurrently receive the first request with a key, the unique index can reject all but one. */
const TRIES = 3;
const OVER = new Date(0);
/** The number of responses that are read or removed at a time. */
const SOME = 1_000;

/** A request to claim. `userId` null: an operator's request. */
export interface ClaimRequest {
  id: string;
  userId: string | null;
  fingerprint: string;
  holder: string;
}

/** A response as it is stored and replayed. */
export interface KeptAnswer {
  /** The response contained personal data that has since been erased. Only this mark remains. */
  erased?: true;
  status: number;
  contentType: string;
  location: string | null;
  body: string;
}

/** The stored size of a key without its response, with index entries. */
export const KEY_BYTES = 1_024;

/** The stored data of a key with a response. */
export function bytesOf({ body }: KeptAnswer): number {
  return KEY_BYTES + Buffer.byteLength(body);
}

/** The stored state of a key after a request with it. */
export interface KnownKey {
  fingerprint: string;
  /** The process that currently processes the request, or did so last. */
  holder: string;
  answer: KeptAnswer | null;
}

@Schema(collection('idempotencyKeys'))
export class IdempotencyKeyRecord implements KnownKey {
  @Prop({ type: String }) readonly _id!: string;
  /** The approximate stored size of the key, for the user's quota. */
  @Prop({ type: Number }) bytes?: number;
  @Prop({ type: String }) fingerprint!: string;
  @Prop({ type: String }) holder!: string;
  @Prop({ type: Object }) answer!: KeptAnswer | null;
  /** The owner of the request. Operators' requests have none. */
  @Prop({ type: Types.ObjectId }) userId?: ObjectId;
  /** The user that a response to an operator concerns. */
  @Prop({ type: Types.ObjectId }) about?: ObjectId;
  /** The addresses in the response. */
  @Prop({ type: [String], default: undefined }) addresses?: string[];
  @Prop({ type: Date }) startedAt!: Date;
  @Prop({ type: Number }) attempt!: number;
  @Prop({ type: Date }) leaseUntil!: Date;
  @Prop({ type: Date }) expiresAt!: Date;
}

/** The index that finds the responses that name a person. */
const BY_ADDRESS = { userId: 1, addresses: 1 } as const;

const OF_USER = { userId: 1, bytes: 1 } as const;

/** The index that finds the responses to operators that concern a user. */
const ABOUT = { about: 1 } as const;

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKeyRecord)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index(BY_ADDRESS, { partialFilterExpression: { userId: { $exists: true } } })
  .index(OF_USER, { partialFilterExpression: { userId: { $exists: true } } })
  .index(ABOUT, { partialFilterExpression: { about: { $exists: true } } });

export type StoredClaim = KnownKey & Repeatable;

/** Concurrent batches of requests that arrive within a short time. */
const AT_ONCE = 2;

/** The keys of requests, and the stored responses. All times are on the database's clock. */
@Injectable()
export class IdempotencyKeys {
  private readonly claims = new Batcher<ClaimRequest, StoredClaim | null>({
    ...{ atOnce: AT_ONCE, most: 100 },
    run: (requests) => this.claimAll(requests),
  });
  /** Responses can be large, and none should wait long for others. */
  private readonly answers = new Batcher<[ClaimRequest, KeptAnswer], boolean>({
    ...{ atOnce: AT_ONCE, most: 20 },
    run: (answered) => this.keepAll(answered),
  });

  constructor(
    @InjectModel(IdempotencyKeyRecord.name) private readonly keys: Model<Plain<IdempotencyKeyRecord>>,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Claims a request if it is free: it is new, or it has no response and its holder has released it or is lost. Returns
   * the stored state after the claim.
   */
  async claim(request: ClaimRequest): Promise<StoredClaim> {
    const claim = await this.claims.add(request);
    if (!claim) throw new Error('A claimed key is missing');
    if (!claim.answer) return claim;
    const found = await this.keys.findById(request.id, { answer: 1 }).lean();
    return { ...claim, answer: found?.answer ?? null };
  }

  /** Stores the response for repeats. Returns false if another process has taken over the request in the meantime. */
  keep(request: ClaimRequest, answer: KeptAnswer): Promise<boolean> {
    return this.answers.add([request, answer]);
  }

  /** When the user's requests whose responses contain this address began, and when they expire. */
  async naming(userId: string, address: string): Promise<{ startedAt: Date; expiresAt: Date }[]> {
    const found = this.keys.find(named(userId, address), { _id: 0, startedAt: 1, expiresAt: 1 });
    return found.hint(BY_ADDRESS).limit(SOME).lean();
  }

  /** Erases the responses that name this address. Repeats of these requests are refused. */
  async erase(userId: string, address: string): Promise<void> {
    const set = { answer: erased, addresses: [], bytes: KEY_BYTES };
    await this.keys.updateMany(named(userId, address), { $set: set });
  }

  /** Erases the responses to operators that concern a user. Repeats of these requests are refused. */
  async eraseAbout(userId: string): Promise<void> {
    const set = { answer: erased, bytes: KEY_BYTES };
    await this.keys.updateMany({ about: new ObjectId(userId) }, { $set: set }, { hint: ABOUT });
  }

  /** Removes some requests of a user. Returns true if none is left. */
  async removeSome(userId: string): Promise<boolean> {
    const all = { userId: new ObjectId(userId) };
    const some = await this.keys.find(all, { _id: 1 }).limit(SOME).lean();
    await this.keys.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    return some.length < SOME;
  }

  /** Releases the request, so that a repeat is executed immediately. */
  async release({ id, holder }: ClaimRequest): Promise<void> {
    await this.keys.updateOne({ _id: id, holder, answer: null }, { $set: { leaseUntil: OVER } });
  }

  async exists(id: string): Promise<boolean> {
    return (await this.keys.exists({ _id: id })) !== null;
  }

  /** The approximate stored size of the keys of a user. Reads only the index. */
  async storedBytes(userId: string): Promise<number> {
    const [sum] = await this.keys.aggregate<{ bytes: number }>(
      [{ $match: { userId: new ObjectId(userId) } }, { $group: { _id: null, bytes: { $sum: '$bytes' } } }],
      { hint: OF_USER },
    );
    return sum?.bytes ?? 0;
  }

  /** Renews the lease. */
  async renew({ id, holder }: ClaimRequest): Promise<void> {
    await this.keys.updateOne({ _id: id, holder }, [{ $set: { leaseUntil: inMs(LEASE_MS) } }]);
  }

  /** Most requests are new. An insert detects this at half the cost of a deciding update. */
  private async claimAll(requests: readonly ClaimRequest[]): Promise<(StoredClaim | null)[]> {
    const now = await this.clock.now();
    const claims = requests.map((each) => firstClaim(each, now));
    const taken = new Set(await insertMissing(this.keys, claims));
    const seen = await this.claimSeen(requests.filter((_, index) => taken.has(index)));
    return claims.map(({ _id, ...claim }, index) =>
      taken.has(index) ? (seen.get(_id) ?? null) : { id: _id, ...claim },
    );
  }

  /**
   * Claims existing requests, which may be abandoned or expired by now. Idempotent: successful claims hold their
   * requests. Returns the stored state after the claims.
   */
  private async claimSeen(requests: readonly ClaimRequest[]): Promise<ReadonlyMap<string, StoredClaim>> {
    if (requests.length === 0) return new Map();
    for (let tries = 1; ; tries++) {
      try {
        await this.write(
          requests.map((each) => [{ _id: each.id }, claiming(each)]),
          { upsert: true },
        );
        break;
      } catch (error) {
        refusedDuplicates(error);
        if (tries === TRIES) throw error;
      }
    }
    return this.stored(requests);
  }

  private async keepAll(answered: readonly [ClaimRequest, KeptAnswer][]): Promise<boolean[]> {
    const matched = await this.write(
      answered.map(([{ id, holder, userId }, answer]) => {
        const whose =
          userId === null
            ? aboutWhom(answer)
            : { userId: new ObjectId(userId), addresses: addressesIn(answer.body) };
        return [{ _id: id, holder }, { $set: { answer, bytes: bytesOf(answer), ...whose } }];
      }),
    );
    if (matched === answered.length) return answered.map(() => true);
    const stored = await this.stored(answered.map(([request]) => request));
    return answered.map(([{ id, holder }]) => stored.get(id)?.holder === holder);
  }

  /** Bypasses the model, which would copy each response. Returns their number. */
  private async write(changes: readonly Change[], options: { upsert?: true } = {}): Promise<number> {
    const updates = changes.map(([filter, update]) => ({ updateOne: { filter, update, ...options } }));
    // The type of the collection does not state that these IDs are texts.
    return (await this.keys.collection.bulkWrite(updates as never, { ordered: false })).matchedCount;
  }

  /** The stored state of these requests, without response bodies. */
  private async stored(requests: readonly ClaimRequest[]): Promise<Map<string, StoredClaim>> {
    const _id = { $in: requests.map(({ id }) => id) };
    const documents = await this.keys.find({ _id }, { 'answer.body': 0 }).lean();
    return new Map(documents.map(({ _id: id, ...rest }) => [id, { id, ...rest }]));
  }
}

type Change = [filter: { _id: string; holder?: string }, update: Document | Document[]];

/** The remaining part of a response. */
const erased: KeptAnswer = { status: 409, contentType: '', location: null, body: '', erased: true };

/** The Location of an object that an operator creates for a user: the user, or a key. */
const OF_A_USER = /^\/api\/v1\/operator\/users\/([0-9a-f]{24})(\/|$)/;

function aboutWhom({ location }: KeptAnswer): { about?: ObjectId } {
  const [, userId] = OF_A_USER.exec(location ?? '') ?? [];
  return userId === undefined ? {} : { about: new ObjectId(userId) };
}

function named(userId: string, address: string) {
  return { userId: new ObjectId(userId), addresses: address };
}

/** Email addresses in a JSON text, in the form of responses. Sticky: matches at the position of `nextEmail`. */
const EMAIL = /[^\s"<>\\,;:]{1,64}@[^\s"<>\\,;:]{1,255}/y;
const MOST_BEFORE_AT = 64;
const endsLocalPart = /[\s"<>\\,;:]/;
/** International phone numbers. */
const PHONE = /\+[1-9][0-9]{5,14}/g;

/** The limit of stored addresses. No response contains more people. */
const MOST_ADDRESSES = 100;

/** The email addresses and phone numbers in a text. Parts of a found address aren't checked again. */
export function addressesIn(body: string): string[] {
  const found = new Set<string>();
  let [email, phone] = [nextEmail(body, 0), nextPhone(body, 0)];
  while (found.size < MOST_ADDRESSES) {
    const first = email && !(phone && phone.index < email.index) ? email : phone;
    if (!first) break;
    const [address] = first;
    found.add(address.toLowerCase());
    const end = first.index + address.length;
    if (email && email.index < end) email = nextEmail(body, end);
    if (phone && phone.index < end) phone = nextPhone(body, end);
  }
  return [...found];
}

/**
 * Checks only the surroundings of each `@`. If the pattern were tried at every character, a long text would block the
 * gateway.
 */
function nextEmail(body: string, from: number): RegExpExecArray | null {
  for (let at = body.indexOf('@', from); at !== -1; at = body.indexOf('@', at + 1)) {
    let start = at;
    while (start > from && at - start < MOST_BEFORE_AT && !endsLocalPart.test(body.charAt(start - 1)))
      start--;
    EMAIL.lastIndex = start;
    const email = EMAIL.exec(body);
    if (email) return email;
  }
  return null;
}

function nextPhone(body: string, from: number): RegExpExecArray | null {
  PHONE.lastIndex = from;
  return PHONE.exec(body);
}

/** The claim of a new request. */
function firstClaim({ id, userId, fingerprint, holder }: ClaimRequest, now: Date) {
  return {
    _id: id,
    ...(userId === null ? {} : { userId: new ObjectId(userId) }),
    bytes: KEY_BYTES,
    fingerprint,
    holder,
    answer: null,
    startedAt: now,
    attempt: 1,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    expiresAt: new Date(now.getTime() + REMEMBERED_MS),
  };
}

/** The decision and the claim are one write, so that two gateways cannot both claim a request. */
function claiming({ fingerprint, holder, userId }: ClaimRequest): Document[] {
  const lease = { holder, leaseUntil: inMs(LEASE_MS) };
  const beginning = { startedAt: '$$NOW', expiresAt: inMs(REMEMBERED_MS), attempt: 1 };
  const whose = userId === null ? {} : { userId: new ObjectId(userId) };
  const counted = { ...whose, bytes: KEY_BYTES };
  const first = { _id: '$_id', ...counted, fingerprint, ...lease, ...beginning, answer: null };
  const again = { $mergeObjects: ['$$ROOT', { ...lease, attempt: { $add: ['$attempt', 1] } }] };
  const isNew = { $lte: [{ $ifNull: ['$expiresAt', OVER] }, '$$NOW'] };
  const isAbandoned = {
    $and: [
      { $eq: ['$fingerprint', fingerprint] },
      { $eq: ['$answer', null] },
      { $lte: ['$leaseUntil', '$$NOW'] },
    ],
  };
  const branches = [
    { case: isNew, then: first },
    { case: isAbandoned, then: again },
  ];
  return [{ $replaceWith: { $switch: { branches, default: '$$ROOT' } } }];
}

function inMs(milliseconds: number): Document {
  return { $add: ['$$NOW', milliseconds] };
}
