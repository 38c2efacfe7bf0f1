import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type BatchSettled,
  channelRow,
  deliveryId,
  type Lease,
  type LeasedRecipient,
} from '@carillon/contracts';
import { Messenger, type SpanAttributes, inSpan } from '@carillon/messaging';
import { Logger, jittered } from '@carillon/platform';
import { LRUCache } from 'lru-cache';
import { OpenSenders } from '../open-senders';
import { pause, timing } from '../timing';
import { IsolatedSends } from '../isolation/isolated-sends';
import { CompiledMessages, SendMessage } from '../send-message';
import {
  type OpenedSender,
  type ProviderDown,
  type ProviderResult,
  type SendTerms,
  UnusableSender,
  asDown,
} from '../provider';
import { Providers } from '../providers';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from '../settings';
import { LeaseClock, type RecipientResult, Settlement } from '../settlements/settlement';
import { type RefusedAddress, RefusalPublisher } from '../settlements/refusal-publisher';
import { DomainGroupPaces } from './domain-group-paces';
import { OutageDetector, SendGate } from './send-gate';
import { SilentSenders, type WatchedLease } from './silent-senders';

export interface TakenLease {
  lease: Lease;
  /** The time before the request to the dispatcher, by the monotonic clock: the lease did not begin earlier. */
  askedAt: number;
}

interface PreparedLease {
  lease: Lease;
  /** Announces this many concurrent sends; the returned function is called after the last one. */
  begin: (sends: number) => Promise<() => Promise<void>>;
  /** How many concurrent sends are useful at present with this many connections. */
  usefulSends: (connections: number) => number;
  send: (recipient: LeasedRecipient, terms: SendTerms) => Promise<ProviderResult>;
}

/** The number of senders whose suspect results are remembered. */
const SUSPECTED = 1_000;

/** The number of sends of a lease by result. */
type Results = Record<ProviderResult['kind'], number>;

/** Processes a lease: prepares it, sends, and reports. */
@Injectable()
export class WorkLease {
  private isBrokenOff = false;
  /**
   * Consecutive suspect results, by sender ID, when leases ended. A lease can end before its few concurrent sends
   * show that the provider is down.
   */
  private readonly suspects = new LRUCache<string, number>({ max: SUSPECTED });

  constructor(
    private readonly messenger: Messenger,
    private readonly refusals: RefusalPublisher,
    private readonly senders: OpenSenders,
    private readonly messages: CompiledMessages,
    private readonly providers: Providers,
    private readonly sendMessage: SendMessage,
    private readonly isolatedSends: IsolatedSends,
    private readonly silentSenders: SilentSenders,
    private readonly groupPaces: DomainGroupPaces,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {}

  /**
   * Resolves when the broker has the last outcome; never rejects. After `stop` it starts no more sends, and returns the
   * recipients that were not started.
   */
  workOn(taken: TakenLease, stop: AbortSignal): Promise<void> {
    const { recipients, channel, senderId } = taken.lease;
    const about = {
      'carillon.channel': channel,
      'carillon.sender.id': senderId,
      'carillon.recipients': recipients.length,
    };
    return inSpan('work on lease', about, async () => {
      const settlement = this.openSettlement(taken);
      await settlement.close(await this.work(taken.lease, settlement, stop));
    });
  }

  /** Aborts the sends in flight and closes the providers. */
  breakOff(): Promise<void> {
    this.isBrokenOff = true;
    this.isolatedSends.close();
    return this.providers.close();
  }

  /** Begins the report of a lease. */
  private openSettlement({ lease, askedAt }: TakenLease): Settlement {
    const { batchId, campaignId, fence, leaseMs } = lease;
    return new Settlement({
      lease: { batchId, campaignId, holder: this.holder, fence },
      recipients: lease.recipients,
      leaseClock: new LeaseClock(askedAt, leaseMs),
      flushEveryMs: this.settings.settleEveryMs,
      publish: (piece, refused) => this.publish(lease, piece, refused),
      complain: (error) =>
        this.log.warn({ err: error }, 'outcomes could not be reported and will be retried'),
    });
  }

  private async work(lease: Lease, settlement: Settlement, stop: AbortSignal): Promise<ProviderDown | null> {
    try {
      const prepared = await this.prepare(lease, stop);
      return await inSpan('call provider', { 'carillon.channel': lease.channel }, async (span) => {
        const results: Results = { sent: 0, failed: 0, throttled: 0, unknown: 0, providerDown: 0 };
        const down = await this.send(prepared, settlement, stop, results);
        span.set({ ...asAttributes(results), ...(down && { 'carillon.result': down.reason }) });
        return down;
      });
    } catch (error) {
      if (error instanceof UnusableSender) return asDown(error);
      if (error instanceof AppError) this.log.warn({ err: error }, 'returning a lease');
      else this.failAll(error, lease, settlement);
      return null;
    }
  }

  /**
   * An internal error would repeat with this content, so the recipients fail and are retried after the usual pauses for
   * failures.
   */
  private failAll(error: unknown, { recipients }: Lease, settlement: Settlement): void {
    this.log.error({ err: error }, 'a lease could not be processed');
    for (const { i } of recipients) {
      settlement.note(i, { kind: 'failed', reason: 'WORKER_ERROR', permanent: false, code: null });
    }
  }

  /**
   * Gets the credentials and the compiled message.
   * @throws UnusableSender if the credentials cannot be used, or the sender is paused; AppError if a service does not
   * respond for about eight seconds, or the signal comes first
   */
  private async prepare(lease: Lease, stop: AbortSignal): Promise<PreparedLease> {
    for (let tries = 0; ; tries++) {
      try {
        const sender = await this.senders.get(lease.userId, lease.senderId);
        if (sender.isPaused) throw new UnusableSender('SENDER_PAUSED', 'The sender is paused');
        const isIsolated = lease.alone === true && this.isolatedSends.isPossible;
        return await (isIsolated ? this.apart(lease, sender) : this.here(lease, sender));
      } catch (error) {
        const wait = timing.preparePauses[tries];
        if (!(error instanceof AppError) || wait === undefined || !(await pause(jittered(wait), stop)))
          throw error;
      }
    }
  }

  private async here(lease: Lease, sender: OpenedSender): Promise<PreparedLease> {
    const messages = await this.messages.get(lease.campaignId, sender);
    const provider = this.providers.of(sender);
    return {
      lease,
      begin: (sends) => Promise.resolve(provider.begin(messages.common, sends)),
      usefulSends: (connections) => provider.usefulSends(messages.common, connections),
      send: (recipient, terms) =>
        this.sendMessage.send(recipient, { message: messages.for(recipient), sender }, terms),
    };
  }

  /** This worker does not touch the message, because the message may have killed the workers that had it earlier. */
  private async apart(lease: Lease, sender: OpenedSender): Promise<PreparedLease> {
    const content = await this.messages.contentOf(lease.campaignId);
    const files = await this.messages.filesOf(content, sender);
    return {
      lease,
      begin: () => this.isolatedSends.turn(),
      usefulSends: () => 1,
      send: (recipient, terms) =>
        this.sendMessage.counted(recipient, () =>
          this.isolatedSends.send({ content, files, sender, recipient, terms }),
        ),
    };
  }

  /**
   * Sends to the recipients of a lease at its rate, with as many concurrent sends as are useful, for as long as the
   * lease allows. Resolves when no send is in flight, with the reason if the provider is down.
   */
  private async send(
    prepared: PreparedLease,
    settlement: Settlement,
    stop: AbortSignal,
    results: Results,
  ): Promise<ProviderDown | null> {
    const { concurrency, recipients } = prepared.lease;
    const atOnce = Math.min(concurrency ?? Infinity, this.settings.concurrency, recipients.length);
    const end = await prepared.begin(atOnce);
    const watched = this.silentSenders.watch(prepared.lease.senderId);
    try {
      return await this.sendAll(prepared, settlement, stop, results, atOnce, watched);
    } finally {
      watched.over();
      await end();
    }
  }

  private async sendAll(
    prepared: PreparedLease,
    settlement: Settlement,
    stop: AbortSignal,
    results: Results,
    atOnce: number,
    watched: WatchedLease,
  ): Promise<ProviderDown | null> {
    const { lease, usefulSends } = prepared;
    const halt = new AbortController();
    const gate = new SendGate(lease, settlement, AbortSignal.any([stop, halt.signal]));
    const outage = new OutageDetector(lease.recipients.length, this.suspects.get(lease.senderId));
    const paces = this.groupPaces.of(lease.senderId);
    const terms = this.termsOf(lease, settlement);
    let down: ProviderDown | null = null;
    const queue = lease.recipients.values();
    const useful = (): number => Math.min(lease.recipients.length, usefulSends(atOnce));
    let rows = 0;
    /**
     * Sends to one recipient after another, and starts or ends parallel rows when more or fewer concurrent sends are
     * useful.
     */
    const sendRow = async (): Promise<void> => {
      rows += 1;
      const beside: Promise<void>[] = [];
      for (const recipient of queue) {
        // A recipient that is put back uses none of the sender's rate.
        const held = paces.hold(recipient.address);
        if (held) {
          results.throttled += 1;
          settlement.note(recipient.i, held);
          continue;
        }
        const mayStart = gate.next();
        if (mayStart !== true && !(await mayStart)) break;
        watched.begun();
        const begunAt = performance.now();
        const result = await prepared.send(recipient, {
          ...terms,
          deliveryId: deliveryId(lease.batchId, recipient.i),
        });
        watched.ended(result);
        gate.over(result);
        paces.ended(recipient.address, begunAt, result);
        results[result.kind] += 1;
        // Sends that were aborted here don't count against the provider.
        const reason = this.isBrokenOff ? null : outage.judge(result);
        down ??= reason;
        if (reason) halt.abort();
        if (countsForRecipient(result, reason)) settlement.note(recipient.i, result);
        if (rows > useful()) break;
        for (let more = useful() - rows; more > 0; more--) {
          const row = sendRow();
          // Its error is thrown when this row ends.
          row.catch(() => undefined);
          beside.push(row);
        }
      }
      rows -= 1;
      await Promise.all(beside);
    };
    try {
      await Promise.all(Array.from({ length: useful() }, sendRow));
      this.suspects.set(lease.senderId, halt.signal.aborted ? 0 : outage.suspects);
      return down;
    } finally {
      // A signal that depends on others and has a listener is never collected before it is aborted.
      halt.abort();
    }
  }

  /** The terms that all sends of a lease share. */
  private termsOf(
    { channel, validForMs }: Lease,
    { isHeld: mayDeliver }: Settlement,
  ): Omit<SendTerms, 'deliveryId'> {
    const { sendTimeoutMs: timeoutMs = channelRow(channel).sendTimeoutMs } = this.settings;
    return { timeoutMs, validForMs, mayDeliver, leasedAt: performance.now() };
  }

  /**
   * Resolves when the broker has stored everything. Refused addresses are published first, because a crash between the
   * two would lose addresses that are published after the piece. Repeating everything does no harm.
   */
  private async publish(
    lease: Lease,
    piece: BatchSettled,
    refused: readonly RefusedAddress[],
  ): Promise<void> {
    await this.refusals.publish(lease, refused);
    await this.messenger.publish('batch.settled', piece);
  }
}

function asAttributes({ sent, failed, throttled, unknown }: Results): SpanAttributes {
  return {
    'carillon.sent': sent,
    'carillon.failed': failed,
    'carillon.throttled': throttled,
    'carillon.in_doubt': unknown,
  };
}

/**
 * Whether the result counts for the recipient. A recipient that was throttled by a provider that is then considered
 * down is returned as not attempted.
 */
function countsForRecipient(result: ProviderResult, down: ProviderDown | null): result is RecipientResult {
  return result.kind !== 'providerDown' && (down === null || result.kind !== 'throttled');
}
