import { Inject, Injectable } from '@nestjs/common';
import { AppError, type BatchReleased, type Hand, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { HOLDER } from '../holder';
import { timing } from '../limits';
import { pause } from '../pause';

export interface TakenHand {
  hand: Hand;
  /** Before the dispatcher was asked, on the monotonic clock: no lease began earlier. */
  askedAt: number;
}

/** Asks the dispatcher for a batch, again with the same request id if the answer is lost. */
@Injectable()
export class TakeHand {
  constructor(
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    private readonly log: Logger,
  ) {}

  /** Null: nothing to do. The hint was stale, or the dispatcher cannot be reached and will offer the batch again. */
  async execute({ batchId, release }: BatchReleased): Promise<TakenHand | null> {
    const request = { batchId, release, holder: this.holder, requestId: newId() };
    const askedAt = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        const { hand } = await this.messenger.request('batch.take', request);
        return hand && { hand, askedAt };
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
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unavailable';
}
