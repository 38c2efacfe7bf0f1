import { Injectable } from '@nestjs/common';
import {
  type BatchSettled,
  type Channel,
  type DeliveryReason,
  isId,
  type Outcome,
} from '@carillon/contracts';
import { DatabaseClock, collection, isDuplicateKey, type Plain } from '@carillon/mongo';
import { jittered } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Batch, Report } from '../ledger';

/** A sender that is currently unavailable. Its recipients wait, and none of them fails because of the outage. */
@Schema(collection('breakers'))
export class BreakerRecord {
  /** The ID of the sender. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) reason!: DeliveryReason;
  @Prop({ type: String }) providerCode!: string | null;
  @Prop({ type: String }) detail!: string | null;
  @Prop({ type: Date }) since!: Date;
  /** The time of the next probe. */
  @Prop({ type: Date }) nextTryAt!: Date;
  /** Consecutive failures, including unanswered probes. Other failures while the breaker is open do not count. */
  @Prop({ type: Number }) failures!: number;
  /** The batch that provides the recipient of the probe. Only this batch may be leased. */
  @Prop({ type: String }) probe!: string | null;
  /**
   * For providers that accept messages and only afterward report that the sender is unusable: the number of accepted
   * probes since the last such report. Absent: the provider reports it in its responses.
   */
  @Prop({ type: Number, default: undefined }) acceptedProbes?: number;
}

type BreakerDocument = Plain<BreakerRecord>;

export const BreakerSchema = SchemaFactory.createForClass(BreakerRecord);

export interface Breaker extends Omit<BreakerDocument, '_id'> {
  sender: string;
}

type Down = NonNullable<BatchSettled['providerDown']>;

/** When an unusable sender is probed (seconds). Pauses vary by JITTER. */
interface ProbeRule {
  /** Absent: any reason. */
  reason?: DeliveryReason;
  /** Delays after the first, second, … failure. The last delay repeats. */
  pauses: readonly number[];
}

/** The first matching rule decides. The reasons come from the workers. */
const probeRules: readonly ProbeRule[] = [
  // Limits of a sender's emails usually apply per minute (Postfix: anvil_rate_time_unit, 60 s). Much longer pauses
  // would waste a part of the next minute.
  { reason: 'SENDER_DEFERRED', pauses: [5, 10, 15, 15, 20, 30, 60, 120, 300] },
  { pauses: [5, 10, 20, 40, 80, 160, 300] },
];

/** This many accepted probes without a report, more than a minute apart, show that a sender works again. */
const REQUIRED_PROBES = 4;
/** The reason that workers report for deleted credentials; see libs/channel. */
const DELETED = 'INTEGRATION_NOT_FOUND';

/**
 * Open breakers by sender. A closed breaker has no document. Only a probe and its result change an open breaker, until
 * no campaign uses the sender any longer (see unused-breakers.ts).
 */
@Injectable()
export class Breakers {
  constructor(@InjectModel(BreakerRecord.name) private readonly breakers: Model<BreakerDocument>) {}

  async all(): Promise<Breaker[]> {
    return (await this.breakers.find().lean()).map(fromDocument);
  }

  async find(sender: string): Promise<Breaker | null> {
    const document = await this.breakers.findById(sender).lean();
    return document && fromDocument(document);
  }

  /** Opens the breaker. A breaker that is already open stays unchanged, because many leases report the same outage. */
  async open(sender: string, channel: Channel, down: Down, now: Date): Promise<void> {
    const nextTryAt = nextProbe(down.reason, 1, now);
    const counted = { since: now, nextTryAt, failures: 1, probe: null };
    try {
      await this.breakers.insertOne({ _id: sender, channel, ...down, ...counted });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /**
   * Opens the breaker after a provider reports a failure of an accepted message. From then on, an accepted probe proves
   * that the sender works only if no such report follows.
   */
  async openReported(sender: string, channel: Channel, down: Down, now: Date): Promise<void> {
    await this.open(sender, channel, down, now);
    await this.breakers.updateOne({ _id: sender }, { $set: { ...down, acceptedProbes: 0 } });
  }

  /**
   * Starts a probe with one recipient of a batch. It counts as a failure until it has a result, so that the probes of a
   * hanging provider also become less frequent. Returns false if another probe has started.
   */
  async probe({ sender, reason, nextTryAt, failures }: Breaker, batch: string, now: Date): Promise<boolean> {
    const next = nextProbe(reason, failures + 1, now);
    const { modifiedCount } = await this.breakers.updateOne(
      { _id: sender, nextTryAt },
      { $set: { probe: batch, nextTryAt: next, failures: failures + 1 } },
    );
    return modifiedCount === 1;
  }

  /** Extends the breaker after a failed probe. The pause before the next probe begins now. */
  async prolong(sender: string, batch: string, down: Down, now: Date): Promise<void> {
    const breaker = await this.find(sender);
    if (breaker?.probe !== batch) return;
    const nextTryAt = nextProbe(down.reason, breaker.failures, now);
    await this.breakers.updateOne(
      { _id: sender, probe: batch, failures: breaker.failures },
      { $set: { ...down, nextTryAt, probe: null } },
    );
  }

  /** Allows an immediate probe and resets the failure count, because the sender has changed. */
  async tryNow(sender: string, now: Date): Promise<void> {
    await this.breakers.updateOne({ _id: sender }, { $set: { nextTryAt: now, failures: 0, probe: null } });
  }

  /** Closes the breaker of a deleted sender. */
  async close(sender: string): Promise<void> {
    await this.breakers.deleteOne({ _id: sender });
  }

  /**
   * Closes the breaker after any successful probe, even an earlier probe of a slow provider, because the sender works.
   */
  async closeServed(sender: string): Promise<void> {
    const { deletedCount } = await this.breakers.deleteOne({ _id: sender, ...REPORTS_IN_RESPONSE });
    if (deletedCount === 0) await this.noteAccepted({ _id: sender });
  }

  /** Closes the breaker, but only if its last probe used this batch. */
  async closeAfter(sender: string, batch: string): Promise<void> {
    const { deletedCount } = await this.breakers.deleteOne({
      _id: sender,
      probe: batch,
      ...REPORTS_IN_RESPONSE,
    });
    if (deletedCount === 0) await this.noteAccepted({ _id: sender, probe: batch });
  }

  private async noteAccepted(filter: { _id: string; probe?: string }): Promise<void> {
    const reported = { ...filter, acceptedProbes: { $ne: null } };
    const { modifiedCount } = await this.breakers.updateOne(reported, { $inc: { acceptedProbes: 1 } });
    if (modifiedCount > 0)
      await this.breakers.deleteOne({ ...filter, acceptedProbes: { $gte: REQUIRED_PROBES } });
  }

  /** Breakers whose next probe was due before this time. */
  async dueBefore(moment: Date): Promise<Breaker[]> {
    return (await this.breakers.find({ nextTryAt: { $lt: moment } }).lean()).map(fromDocument);
  }

  /** Removes a breaker, unless a probe has begun or the sender was changed after the breaker was read. */
  async removeUnchanged({ sender, nextTryAt }: Breaker): Promise<void> {
    await this.breakers.deleteOne({ _id: sender, nextTryAt });
  }
}

const REPORTS_IN_RESPONSE = { acceptedProbes: null };

function fromDocument({ _id, ...rest }: BreakerDocument): Breaker {
  return { sender: _id, ...rest };
}

/** The pause before the next probe (milliseconds), without jitter. */
export function pauseAfter(reason: DeliveryReason, failures: number): number {
  const { pauses = [] } = probeRules.find((rule) => (rule.reason ?? reason) === reason) ?? {};
  const pause = pauses[Math.min(Math.max(failures, 1), pauses.length) - 1] ?? 0;
  return pause * 1_000;
}

/** When the next probe is due. The jitter prevents simultaneous probes of senders that failed together. */
function nextProbe(reason: DeliveryReason, failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.round(jittered(pauseAfter(reason, failures))));
}

/**
 * Whether the sender can't become usable again. A user's deleted sender is never restored, because a new one has a new
 * ID. The operator's default sender, whose name isn't an ID, can be configured again.
 */
export function isPermanentFailure(sender: string, down: Down): boolean {
  return down.reason === DELETED && isId(sender);
}

/**
 * Opens and closes breakers after reports of workers and providers. Does not access the database while a sender works.
 */
@Injectable()
export class JudgeSender {
  constructor(
    private readonly breakers: Breakers,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * @param before the batch before the report was applied. Recipients don't wait for a deleted sender.
   */
  async judge(report: BatchSettled, before: Batch): Promise<void> {
    const { id, sender, channel, lease } = before;
    if (sender === null) return;
    const { providerDown } = report;
    const probed = lease?.probe === true && lease.fence === report.fence;
    const permanentFailure = providerDown !== null && isPermanentFailure(sender, providerDown);
    if (providerDown && !permanentFailure) {
      const now = await this.clock.now();
      if (probed) await this.breakers.prolong(sender, id, providerDown, now);
      else await this.breakers.open(sender, channel, providerDown, now);
    } else if (permanentFailure || isServed(report)) {
      if (probed && permanentFailure) await this.breakers.close(sender);
      else if (probed) await this.breakers.closeServed(sender);
      else if (isLate(report, before)) await this.breakers.closeAfter(sender, id);
    }
  }

  /** Opens the breaker when a provider reports for an accepted message that the sender is unusable. */
  async reported({ sender, channel }: Batch, { reason, providerCode, at }: Report): Promise<void> {
    if (sender === null) return;
    const down = { reason: reason ?? 'SENDER_REFUSED', providerCode, detail: null };
    await this.breakers.openReported(sender, channel, down, at);
  }
}

/**
 * Whether the lease had ended before this report, and the batch was not offered afterward. In that case, the report may
 * be a repetition, because the dispatcher that wrote it died before it closed the breaker, or the provider's own report
 * arrived first.
 */
function isLate(report: BatchSettled, { lease, fence, state }: Batch): boolean {
  return lease === null && fence === report.fence && state !== 'RELEASED';
}

/**
 * Whether the provider works: it accepted a message, or refused one with its own reason. A missing response, a lost
 * connection, and throttling prove nothing.
 */
function isServed({ sent, outcomes }: BatchSettled): boolean {
  const isResult = ({ kind, permanent, providerCode }: Outcome): boolean =>
    kind === 'sent' || (kind === 'failed' && (permanent || providerCode !== null));
  return sent.length > 0 || outcomes.some(isResult);
}
