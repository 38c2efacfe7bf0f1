import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Channel, channels } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { Dispatches } from '../dispatches/dispatches';
import { Batches } from '../ledger/batches';
import { FillLane } from './fill-lane';
import { Lane } from './lane';

/** A channel whose workers cannot be reached is left alone for so long (milliseconds). */
const NO_WORKERS_PAUSE_MS = 3_000;

/** Keeps a short window of offered batches per channel, filled in fair order. The leader's work. */
@Injectable()
export class ReleaseBatches {
  private readonly pausedUntil = new Map<Channel, number>();

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly fillLane: FillLane,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  async execute(): Promise<void> {
    const sending = await this.dispatches.sending();
    if (sending.length === 0) return;
    const outstanding = await this.batches.outstanding();
    for (const channel of channels) {
      if ((this.pausedUntil.get(channel) ?? 0) > performance.now()) continue;
      await this.fill(new Lane(channel, this.config.RELEASE_WINDOW, sending, outstanding));
    }
  }

  /** No queue or no broker is no reason to keep the other channels waiting. */
  private async fill(lane: Lane): Promise<void> {
    try {
      await this.fillLane.execute(lane);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      this.pausedUntil.set(lane.channel, performance.now() + NO_WORKERS_PAUSE_MS);
    }
  }
}
