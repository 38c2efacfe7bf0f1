import { Inject, Injectable } from '@nestjs/common';
import { AppError, type BatchReleased, type Payload, hintOf, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger, jittered } from '@carillon/platform';
import { SilentSenders } from './leases/silent-senders';
import { type TakenLease, WorkLease } from './leases/work-lease';
import { pause, settlePause, timing } from './timing';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from './settings';

/**
 * A worker requests a lease for at most this share of the lease's duration, counted from the first attempt, and
 * declines the lease before it can expire. After that, the dispatcher would consider the lease used and its worker
 * lost.
 */
const REQUEST_SHARE = 0.8;

/** The flow of a worker, which is the same for all channels: lease a batch, and then render, send, and report. */
@Injectable()
export class ChannelWorker {
  private readonly slots: LeaseSlots;
  private readonly inWork = new Set<Promise<void>>();
  private isStopping = false;
  /**
   * For each active campaign, the controllers that halt its leases, including leases that were requested but not yet
   * granted.
   */
  private readonly halts = new Map<string, Set<AbortController>>();

  constructor(
    private readonly workLease: WorkLease,
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    silentSenders: SilentSenders,
    private readonly log: Logger,
  ) {
    this.slots = new LeaseSlots(settings.leases);
    silentSenders.onChange((more) => this.slots.add(more));
  }

  /**
   * Leases the batch if a slot is free soon; otherwise gives the hint to another worker. Resolves when the batch is
   * leased, so that the hint can be acknowledged.
   */
  async handle(hint: BatchReleased): Promise<void> {
    const free = await this.slots.take(timing.slotWait);
    if (!free) return this.returnHint(hint);
    const { campaignId } = hint;
    const halt = this.haltOf(campaignId);
    const end = (): void => {
      this.forget(campaignId, halt);
      free();
    };
    const taken = await this.take(hint);
    if (taken) this.begin(taken, halt.signal, end);
    else end();
  }

  /** Makes the shutdown wait for work in addition to the leases. Returns the result of the work. */
  alongside<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<void> = work.then(
      () => void this.inWork.delete(ended),
      () => void this.inWork.delete(ended),
    );
    this.inWork.add(ended);
    return work;
  }

  /** Leases no more batches and starts no more sends. */
  stop(): void {
    this.isStopping = true;
    for (const halts of this.halts.values()) for (const halt of halts) halt.abort();
    this.slots.close();
  }

  /** Starts no more sends for a campaign, and returns the recipients that were not started. */
  halt(campaignId: string): void {
    for (const halt of this.halts.get(campaignId) ?? []) halt.abort();
  }

  /** Aborts the sends in flight and closes the provider. */
  breakOff(): Promise<void> {
    return this.workLease.breakOff();
  }

  /** Resolves when no lease is active. */
  async finished(): Promise<void> {
    while (this.inWork.size > 0) await Promise.all(this.inWork);
  }

  /** A lost hint only delays its batch: the dispatcher offers it again. */
  private async returnHint(hint: BatchReleased): Promise<void> {
    try {
      await this.messenger.publish(hintOf(this.settings.channel), hint);
    } catch (error) {
      this.log.info({ err: error }, 'dropped a hint');
    }
  }

  /**
   * Requests a lease from the dispatcher. If the reply is lost, it repeats the request with the same request ID.
   * Returns null if the hint is stale or the dispatcher is unreachable; the dispatcher then offers the batch again.
   */
  private async take(hint: BatchReleased): Promise<TakenLease | null> {
    const { batchId, campaignId, release, leaseMs } = hint;
    const request = { batchId, release, holder: this.holder, requestId: newId() };
    const askedAt = performance.now();
    const requestsUntil = askedAt + leaseMs * REQUEST_SHARE;
    let isAnswerLost = false;
    for (let tries = 0; ; tries++) {
      const timeoutMs = Math.max(1, Math.ceil(requestsUntil - performance.now()));
      try {
        const { lease } = await this.messenger.request('batch.lease', request, { timeoutMs });
        if (lease) return { lease, askedAt };
        break;
      } catch (error) {
        const isLost = isUnavailable(error);
        isAnswerLost ||= isLost;
        const wait = timing.takePauses[tries];
        if (wait === undefined || !isLost || performance.now() + wait >= requestsUntil) {
          this.log.warn({ err: error }, 'a batch could not be leased');
          break;
        }
        await pause(jittered(wait));
      }
    }
    // The attempt without a reply may have been granted, even if a dispatcher with older data now considers the hint
    // stale. If every reply was definite, the offer expires later. Ending it immediately would make it return
    // repeatedly.
    if (isAnswerLost)
      void this.alongside(this.decline({ batchId, campaignId, release, requestId: request.requestId }));
    return null;
  }

  /**
   * Reports that nothing was sent, until the broker has it, because the lease may have been granted, and only its reply
   * was lost.
   */
  private async decline(declined: Payload<'lease.declined'>): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        await this.messenger.publish('lease.declined', declined);
        return;
      } catch {
        await pause(jittered(settlePause(failures)));
      }
    }
  }

  private begin(taken: TakenLease, stop: AbortSignal, end: () => void): void {
    const work = this.workLease.workOn(taken, stop).finally(() => {
      this.inWork.delete(work);
      end();
    });
    this.inWork.add(work);
  }

  /** Registered before the lease is requested, because the campaign can be stopped before the reply arrives. */
  private haltOf(campaignId: string): AbortController {
    const halt = new AbortController();
    if (this.isStopping) halt.abort();
    this.halts.set(campaignId, (this.halts.get(campaignId) ?? new Set()).add(halt));
    return halt;
  }

  private forget(campaignId: string, halt: AbortController): void {
    const halts = this.halts.get(campaignId);
    halts?.delete(halt);
    if (halts?.size === 0) this.halts.delete(campaignId);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unavailable';
}

export type ReleaseSlot = () => void;

/** Slots for active leases. A worker needs a free slot before it requests a lease, so that no lease waits. */
export class LeaseSlots {
  private readonly waiting: ((free: ReleaseSlot | null) => void)[] = [];
  private closed = false;

  constructor(private free: number) {}

  /**
   * Waits for a free slot. Resolves with a function that releases the slot, or with null if none becomes free in time
   * (milliseconds), or after `close`.
   */
  take(waitMs: number): Promise<ReleaseSlot | null> {
    if (this.closed) return Promise.resolve(null);
    if (this.free <= 0) return this.queue(waitMs);
    this.free -= 1;
    return Promise.resolve(this.occupied());
  }

  /** Changes the number of slots by `more`, which may be negative. Slots in use stay in use. */
  add(more: number): void {
    this.free += more;
    while (this.free > 0) {
      const next = this.waiting.shift();
      if (!next) break;
      this.free -= 1;
      next(this.occupied());
    }
  }

  close(): void {
    this.closed = true;
    for (const refuse of this.waiting.splice(0)) refuse(null);
  }

  private queue(waitMs: number): Promise<ReleaseSlot | null> {
    return new Promise((resolve) => {
      const turn = (free: ReleaseSlot | null): void => {
        clearTimeout(timer);
        resolve(free);
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        resolve(null);
      }, waitMs);
      this.waiting.push(turn);
    });
  }

  private occupied(): ReleaseSlot {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.add(1);
    };
  }
}
