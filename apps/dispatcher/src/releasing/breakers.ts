import { Injectable } from '@nestjs/common';
import { type BatchSettled, type Channel, isId, type Outcome } from '@carillon/contracts';
import { collection, isDuplicateKey, type Plain } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DatabaseClock } from '../database-clock';
import type { Batch } from '../ledger';

/** An integration that cannot be used right now: what waits on it waits, and nobody fails for it. */
@Schema(collection('breakers'))
export class BreakerRecord {
  /** The integration's id. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) reason!: string;
  @Prop({ type: String }) providerCode!: string | null;
  @Prop({ type: String }) detail!: string | null;
  @Prop({ type: Date }) since!: Date;
  /** When one recipient is tried next. */
  @Prop({ type: Date }) nextTryAt!: Date;
  /**
   * Times in a row that it could not be used, a try without an answer included; what fails while it is open anyway does not
   * count.
   */
  @Prop({ type: Number }) failures!: number;
  /** The batch that the one recipient is taken from; it alone may be given out. */
  @Prop({ type: String }) probe!: string | null;
}

type BreakerDocument = Plain<BreakerRecord>;

export const BreakerSchema = SchemaFactory.createForClass(BreakerRecord);

export interface Breaker extends Omit<BreakerDocument, '_id'> {
  integration: string;
}

type Down = NonNullable<BatchSettled['providerDown']>;

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** What workers report of credentials that were deleted; see libs/channel. */
const GONE = 'INTEGRATION_NOT_FOUND';

/** Open breakers by integration; a closed one is no document. Only a probe moves an open one, and its answer. */
@Injectable()
export class Breakers {
  constructor(@InjectModel(BreakerRecord.name) private readonly breakers: Model<BreakerDocument>) {}

  async all(): Promise<Breaker[]> {
    return (await this.breakers.find().lean()).map(fromDocument);
  }

  async find(integration: string): Promise<Breaker | null> {
    const document = await this.breakers.findById(integration).lean();
    return document && fromDocument(document);
  }

  /** The provider could not be used. One that is open already stays as it is: many leases meet the same outage. */
  async open(integration: string, channel: Channel, down: Down, now: Date): Promise<void> {
    const nextTryAt = new Date(now.getTime() + pauseAfter(1));
    const counted = { since: now, nextTryAt, failures: 1, probe: null };
    try {
      await this.breakers.insertOne({ _id: integration, channel, ...down, ...counted });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /**
   * Lets one recipient of a batch be tried. Until it is answered that counts as a failure, so that a provider that hangs is
   * tried more and more rarely, too. False: another one is tried.
   */
  async probe({ integration, nextTryAt, failures }: Breaker, batch: string, now: Date): Promise<boolean> {
    const next = new Date(now.getTime() + pauseAfter(failures + 1));
    const { modifiedCount } = await this.breakers.updateOne(
      { _id: integration, nextTryAt },
      { $set: { probe: batch, nextTryAt: next, failures: failures + 1 } },
    );
    return modifiedCount === 1;
  }

  /** The probe could not be sent either: the pause before the next one begins now. */
  async prolong(integration: string, batch: string, down: Down, now: Date): Promise<void> {
    const breaker = await this.find(integration);
    if (breaker?.probe !== batch) return;
    const nextTryAt = new Date(now.getTime() + pauseAfter(breaker.failures));
    await this.breakers.updateOne(
      { _id: integration, probe: batch, failures: breaker.failures },
      { $set: { ...down, nextTryAt, probe: null } },
    );
  }

  /** It is not what it was when it could not be used: one recipient is tried at once, and failures are counted anew. */
  async tryNow(integration: string, now: Date): Promise<void> {
    await this.breakers.updateOne(
      { _id: integration },
      { $set: { nextTryAt: now, failures: 0, probe: null } },
    );
  }

  /** A probe was answered, be it an earlier one by a slow provider: the integration works, or is gone for good. */
  async close(integration: string): Promise<void> {
    await this.breakers.deleteOne({ _id: integration });
  }
}

function fromDocument({ _id, ...rest }: BreakerDocument): Breaker {
  return { integration: _id, ...rest };
}

/** The pause before the next try: it doubles from failure to failure. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
}

/**
 * Whether waiting for an integration makes no sense: the user's own, once deleted, does not come back, as a new one has a
 * new id. The operator's default sender, whose name is no id, may be configured again.
 */
export function isPermanentFailure(integration: string, down: Down): boolean {
  return down.reason === GONE && isId(integration);
}

/** Learns from what a worker reports whether an integration can be used. Costs nothing while it can. */
@Injectable()
export class JudgeIntegration {
  constructor(
    private readonly breakers: Breakers,
    private readonly clock: DatabaseClock,
  ) {}

  /** `batch`: as it was before the report was worked in. Nothing is kept waiting for what does not come back. */
  async execute(report: BatchSettled, { id, integration, channel, lease }: Batch): Promise<void> {
    if (integration === null) return;
    const { providerDown } = report;
    const probed = lease?.probe === true && lease.fence === report.fence;
    const permanentFailure = providerDown !== null && isPermanentFailure(integration, providerDown);
    if (providerDown && !permanentFailure) {
      const now = await this.clock.now();
      if (probed) await this.breakers.prolong(integration, id, providerDown, now);
      else await this.breakers.open(integration, channel, providerDown, now);
    } else if (probed && (permanentFailure || isServed(report))) await this.breakers.close(integration);
  }
}

/**
 * Whether the provider has dealt with anybody: taken a message, or said itself why it does not. Silence proves nothing,
 * nor does a connection that was lost, nor a provider that throttles.
 */
function isServed({ sent, outcomes }: BatchSettled): boolean {
  const deals = ({ kind, permanent, providerCode }: Outcome): boolean =>
    kind === 'sent' || (kind === 'failed' && (permanent || providerCode !== null));
  return sent.length > 0 || outcomes.some(deals);
}
