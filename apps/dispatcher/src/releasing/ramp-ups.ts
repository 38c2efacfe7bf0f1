import { Injectable } from '@nestjs/common';
import {
  type DomainGroup,
  type RampUp,
  type RampUpPause,
  type RampUpState,
  dayAfter,
  daysBetween,
  rampUpLimits,
} from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Logger, Metrics } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';

/** How long an unused record is kept (seconds). */
const KEPT_SECONDS = 400 * 86_400;
/** A single bounce of a few emails is no rate. */
const LEAST = { bounced: 5, complained: 2 } as const;

interface Pause {
  at: Date;
  reason: RampUpPause;
  rate: number;
}

/** What a sender with a ramp-up has handed over on its latest day. */
@Schema(collection('rampUps'))
export class RampUpRecord {
  /** The ID of the sender. */
  @Prop({ type: String }) readonly _id!: string;
  /** Counts the writes. */
  @Prop({ type: Number }) rev!: number;
  /** The day in UTC: YYYY-MM-DD. */
  @Prop({ type: String }) date!: string;
  @Prop({ type: Number }) sent!: number;
  /** The part of `sent` by group of recipient domains. Absent: none. */
  @Prop({ type: Object }) groups!: Partial<Record<DomainGroup, number>>;
  @Prop({ type: Number }) bounced!: number;
  @Prop({ type: Number }) complained!: number;
  /** The schedule to which the pauses belong. */
  @Prop({ type: String }) startsOn!: string;
  /** The days of earlier pauses, on which the limits didn't grow. */
  @Prop({ type: Number }) pausedDays!: number;
  @Prop({ type: Object }) paused!: Pause | null;
  /** The rates above which the sender pauses. */
  @Prop({ type: Number }) maxBounceRate!: number;
  @Prop({ type: Number }) maxComplaintRate!: number;
  @Prop({ type: Date }) updatedAt!: Date;
}

/** The stored form. */
export type RampUpDocument = Plain<RampUpRecord>;

export const RampUpSchema = SchemaFactory.createForClass(RampUpRecord).index(
  { updatedAt: 1 },
  { expireAfterSeconds: KEPT_SECONDS },
);

/** A recipient of a lease that is to be granted. */
export interface RampUpRecipient {
  position: number;
  group: DomainGroup;
}

/** The emails that a lease may hand over on a day. */
export interface RampUpShare {
  date: string;
  allowed: readonly RampUpRecipient[];
  /** Recipients whose group has reached its limit, and when the next day begins. */
  postponed: { positions: readonly number[]; until: Date };
}

/** Why no email of a sender can be sent for now, since when, and until when. Null: until the user resumes. */
export interface RampUpObstacle {
  reason: 'RAMP_UP_LIMIT' | 'RAMP_UP_PAUSED';
  since: Date;
  until: Date | null;
}

/**
 * The daily limits of senders, across all dispatchers, workers, and crashes. An email counts before its lease is
 * granted, and stops counting if it was certainly not handed over. After a crash in between, it still counts, so that a
 * limit is never exceeded.
 */
@Injectable()
export class RampUps {
  private readonly pauses;

  constructor(
    @InjectModel(RampUpRecord.name) private readonly records: Model<RampUpDocument>,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.pauses = metrics.counter(
      'carillon_ramp_up_pauses_total',
      'Senders that paused because too many emails of a day bounced or were reported as spam',
      ['reason'],
    );
  }

  /** Returns null, without a write, if no recipient can be sent to or postponed. */
  async reserve(
    sender: string,
    rampUp: RampUp,
    recipients: readonly RampUpRecipient[],
    now: Date,
  ): Promise<RampUpShare | null> {
    for (;;) {
      const stored = await this.records.findById(sender).lean();
      const record = onDay(stored ?? unused(sender, rampUp, now), rampUp, now);
      if (record.paused) return null;
      const share = shareOf(record, rampUp, recipients);
      if (share.allowed.length === 0) return share.postponed.positions.length > 0 ? share : null;
      if (await this.save(stored, reserved(record, rampUp, share.allowed, now))) return share;
    }
  }

  /** Returns what was reserved for emails that were certainly not handed over. On another day, it no longer counts. */
  async giveBack(sender: string, date: string, groups: readonly DomainGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const $inc: Record<string, number> = { rev: 1, sent: -groups.length };
    for (const group of groups) $inc[`groups.${group}`] = ($inc[`groups.${group}`] ?? 0) - 1;
    await this.records.updateOne({ _id: sender, date }, { $inc });
  }

  /** Why no recipient of this sender can be sent to. Null: some can. */
  async obstacle(sender: string, rampUp: RampUp, now: Date): Promise<RampUpObstacle | null> {
    const stored = await this.records.findById(sender).lean();
    if (!stored) return null;
    const record = onDay(stored, rampUp, now);
    if (record.paused) return { reason: 'RAMP_UP_PAUSED', since: record.paused.at, until: null };
    if (record.sent < limitsOf(record, rampUp).all) return null;
    return { reason: 'RAMP_UP_LIMIT', since: record.updatedAt, until: dayAfter(record.date) };
  }

  /** Counts emails that came back, if the sender has a ramp-up, and pauses it if they are too many. */
  async returned(
    sender: string,
    { bounced = 0, complained = 0 }: { bounced?: number; complained?: number },
    now: Date,
  ): Promise<void> {
    if (bounced + complained === 0) return;
    const record = await this.records
      .findOneAndUpdate(
        { _id: sender },
        { $inc: { rev: 1, bounced, complained } },
        { returnDocument: 'after' },
      )
      .lean();
    const exceeded = record && exceededRate(record);
    if (!exceeded) return;
    const paused: Pause = { at: now, ...exceeded };
    const { modifiedCount } = await this.records.updateOne(
      { _id: sender, paused: null },
      { $set: { paused }, $inc: { rev: 1 } },
    );
    if (modifiedCount === 0) return;
    this.pauses.inc({ reason: exceeded.reason });
    this.log.warn({ senderId: sender, ...exceeded }, 'a sender with daily limits was paused');
  }

  async state(sender: string, rampUp: RampUp, now: Date): Promise<RampUpState> {
    const stored = await this.records.findById(sender).lean();
    const record = onDay(stored ?? unused(sender, rampUp, now), rampUp, now);
    const { date, sent, groups, bounced, complained, paused } = record;
    const limits = limitsOf(record, rampUp);
    const isFull = !paused && sent >= limits.all;
    return {
      date,
      day: dayOf(record),
      limit: limits.all,
      sent,
      domainGroups: [...limits.groups].map(([group, limit]) => ({ group, limit, sent: groups[group] ?? 0 })),
      bounced,
      complained,
      waitsUntil: isFull ? dayAfter(date).toISOString() : null,
      paused: paused && { ...paused, at: paused.at.toISOString() },
    };
  }

  /** Ends a pause. The growth continues with the day on which it began, and the rates are counted from now on. */
  async resume(sender: string, rampUp: RampUp, now: Date): Promise<void> {
    for (;;) {
      const stored = await this.records.findById(sender).lean();
      if (!stored?.paused) return;
      const record = onDay(stored, rampUp, now);
      if (await this.save(stored, resumed(record, now))) return;
    }
  }

  /** Writes a record unless another process has written it since it was read. */
  private async save(before: RampUpDocument | null, after: RampUpDocument): Promise<boolean> {
    if (before) {
      const unchanged: mongo.Document = { _id: before._id, rev: before.rev };
      const { matchedCount } = await this.records.collection.replaceOne(unchanged, after);
      return matchedCount === 1;
    }
    try {
      await this.records.insertOne(after);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

function unused(sender: string, { startsOn }: RampUp, now: Date): RampUpDocument {
  return {
    _id: sender,
    rev: 0,
    date: dateOf(now),
    sent: 0,
    groups: {},
    bounced: 0,
    complained: 0,
    startsOn,
    pausedDays: 0,
    paused: null,
    maxBounceRate: 1,
    maxComplaintRate: 1,
    updatedAt: now,
  };
}

/** The record on the current day. Days never go back, even if a process reads another time. */
export function onDay(record: RampUpDocument, { startsOn }: RampUp, now: Date): RampUpDocument {
  const schedule = startsOn === record.startsOn ? {} : { startsOn, pausedDays: 0, paused: null };
  const date = dateOf(now);
  const next = { date, sent: 0, groups: {}, bounced: 0, complained: 0 };
  return { ...record, ...schedule, ...(date > record.date && next) };
}

/** The day of the growth: 1 is the first. */
function dayOf({ startsOn, date, pausedDays, paused }: RampUpDocument): number {
  const latest = paused ? dateOf(paused.at) : date;
  return Math.max(1, daysBetween(startsOn, latest) + 1 - pausedDays);
}

function limitsOf(record: RampUpDocument, rampUp: RampUp): ReturnType<typeof rampUpLimits> {
  return rampUpLimits(rampUp, dayOf(record));
}

/** Divides recipients into those within the limits, and those whose group has reached its limit. */
export function shareOf(
  record: RampUpDocument,
  rampUp: RampUp,
  recipients: readonly RampUpRecipient[],
): RampUpShare {
  const limits = limitsOf(record, rampUp);
  const counts = { ...record.groups };
  let left = limits.all - record.sent;
  const allowed: RampUpRecipient[] = [];
  const positions: number[] = [];
  for (const recipient of recipients) {
    const { group } = recipient;
    const ofGroup = counts[group] ?? 0;
    if (ofGroup >= (limits.groups.get(group) ?? Infinity)) positions.push(recipient.position);
    else if (left > 0) {
      left -= 1;
      counts[group] = ofGroup + 1;
      allowed.push(recipient);
    }
  }
  return { date: record.date, allowed, postponed: { positions, until: dayAfter(record.date) } };
}

function reserved(
  record: RampUpDocument,
  { maxBounceRate, maxComplaintRate }: RampUp,
  allowed: readonly RampUpRecipient[],
  now: Date,
): RampUpDocument {
  const groups = { ...record.groups };
  for (const { group } of allowed) groups[group] = (groups[group] ?? 0) + 1;
  return {
    ...record,
    rev: record.rev + 1,
    sent: record.sent + allowed.length,
    groups,
    maxBounceRate,
    maxComplaintRate,
    updatedAt: now,
  };
}

function resumed(record: RampUpDocument, now: Date): RampUpDocument {
  const days = record.paused ? daysBetween(dateOf(record.paused.at), dateOf(now)) : 0;
  return {
    ...record,
    rev: record.rev + 1,
    pausedDays: record.pausedDays + Math.max(0, days),
    paused: null,
    bounced: 0,
    complained: 0,
    updatedAt: now,
  };
}

/** The rate that is too high among the emails of the day. Null: no rate is too high. */
export function exceededRate({
  sent,
  bounced,
  complained,
  maxBounceRate,
  maxComplaintRate,
}: Pick<RampUpDocument, 'sent' | 'bounced' | 'complained' | 'maxBounceRate' | 'maxComplaintRate'>): Omit<
  Pause,
  'at'
> | null {
  const rateOf = (count: number): number => Math.min(1, count / Math.max(1, sent));
  if (complained >= LEAST.complained && rateOf(complained) > maxComplaintRate)
    return { reason: 'COMPLAINT_RATE', rate: rateOf(complained) };
  if (bounced >= LEAST.bounced && rateOf(bounced) > maxBounceRate)
    return { reason: 'BOUNCE_RATE', rate: rateOf(bounced) };
  return null;
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
