import { Injectable } from '@nestjs/common';
import type { BatchReleased } from '@carillon/contracts';
import { GiveBackHint } from './hands/give-back-hint';
import { HandSlots } from './hands/hand-slots';
import { TakeHand, type TakenHand } from './hands/take-hand';
import { WorkHand } from './hands/work-hand';
import { timing } from './limits';

/** A worker's whole flow, the same for all channels: take, then render, send and report. */
@Injectable()
export class ChannelWorker {
  private readonly inWork = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  /** For each campaign in work, what halts each of its hands, those on their way included. */
  private readonly halts = new Map<string, Set<AbortController>>();

  constructor(
    private readonly slots: HandSlots,
    private readonly takeHand: TakeHand,
    private readonly workHand: WorkHand,
    private readonly giveBackHint: GiveBackHint,
  ) {}

  /**
   * Takes the batch if there is soon a place for it; else another worker has one, and gets the hint. Resolves when it is
   * taken, so that the hint has done its duty.
   */
  async handle(hint: BatchReleased): Promise<void> {
    const free = await this.slots.take(timing.place);
    if (!free) return this.giveBackHint.execute(hint);
    const { campaignId } = hint;
    const halt = this.haltOf(campaignId);
    const end = (): void => {
      this.forget(campaignId, halt);
      free();
    };
    const taken = await this.takeHand.execute(hint);
    if (taken) this.begin(taken, AbortSignal.any([this.stopping.signal, halt.signal]), end);
    else end();
  }

  /** Has work beside the hands waited for at the end, and broken off, as they are. Answers what comes of it. */
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
    return this.workHand.breakOff();
  }

  /** Resolves when no hand is in work. */
  async finished(): Promise<void> {
    while (this.inWork.size > 0) await Promise.all(this.inWork);
  }

  private begin(taken: TakenHand, stop: AbortSignal, end: () => void): void {
    const work = this.workHand.execute(taken, stop).finally(() => {
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
