import { Inject, Injectable } from '@nestjs/common';
import { AppError, type BatchReleased, hintOf, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { LeaseSlots } from './leases/lease-slots';
import { type TakenLease, WorkLease } from './leases/work-lease';
import { timing } from './limits';
import { pause } from './pause';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from './settings';

/** A worker's whole flow, the same for all channels: take, then render, send and report. */
@Injectable()
export class ChannelWorker {
  private readonly slots: LeaseSlots;
  private readonly inWork = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  /** For each campaign in work, what halts each of its leases, those on their way included. */
  private readonly halts = new Map<string, Set<AbortController>>();

  constructor(
    private readonly workLease: WorkLease,
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {
    this.slots = new LeaseSlots(settings.leases);
  }

  /**
   * Takes the batch if there is soon a place for it; else another worker has one, and gets the hint. Resolves when it is
   * taken, so that the hint has done its duty.
   */
  async handle(hint: BatchReleased): Promise<void> {
    const free = await this.slots.take(timing.place);
    if (!free) return this.giveBack(hint);
    const { campaignId } = hint;
    const halt = this.haltOf(campaignId);
    const end = (): void => {
      this.forget(campaignId, halt);
      free();
    };
    const taken = await this.take(hint);
    if (taken) this.begin(taken, AbortSignal.any([this.stopping.signal, halt.signal]), end);
    else end();
  }

  /** Has work beside the leases waited for at the end, and broken off, as they are. Answers what comes of it. */
  alongside<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<void> = work.then(
      () => void this.inWork.delete(ended),
      () => void this.inWork.delete(ended),
    );
    this.inWork.add(ended);
    return work;
  }

  /** Takes no more and starts no more sends. */
  stop(): void {
    this.stopping.abort();
    this.slots.close();
  }

  /** Starts no more sends for a campaign; what was not started is given back. */
  halt(campaignId: string): void {
    for (const halt of this.halts.get(campaignId) ?? []) halt.abort();
  }

  /** Ends what is still being sent, and lets go of the provider. */
  breakOff(): Promise<void> {
    return this.workLease.breakOff();
  }

  /** Resolves when no lease is in work. */
  async finished(): Promise<void> {
    while (this.inWork.size > 0) await Promise.all(this.inWork);
  }

  /** A hint that is lost delays its batch, no more: the dispatcher offers it again. */
  private async giveBack(hint: BatchReleased): Promise<void> {
    try {
      await this.messenger.publish(hintOf(this.settings.channel), hint);
    } catch (error) {
      this.log.info({ err: error }, 'a hint is dropped');
    }
  }

  /**
   * Asks the dispatcher for a batch, again with the same request id if the answer is lost. Null: nothing to do. The hint was
   * stale, or the dispatcher cannot be reached and will offer the batch again.
   */
  private async take({ batchId, release }: BatchReleased): Promise<TakenLease | null> {
    const request = { batchId, release, holder: this.holder, requestId: newId() };
    const askedAt = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        const { lease } = await this.messenger.request('batch.lease', request);
        return lease && { lease, askedAt };
      } catch (error) {
        const wait = timing.takePauses[tries];
        if (wait === undefined || !isUnavailable(error)) {
          this.log.warn({ err: error }, 'a batch could not be taken');
          return null;
        }
        await pause(wait);
      }
    }
  }

  private begin(taken: TakenLease, stop: AbortSignal, end: () => void): void {
    const work = this.workLease.execute(taken, stop).finally(() => {
      this.inWork.delete(work);
      end();
    });
    this.inWork.add(work);
  }

  /** From before a batch is asked for: the campaign may be stopped while the answer is on its way. */
  private haltOf(campaignId: string): AbortController {
    const halt = new AbortController();
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
