import { Injectable } from '@nestjs/common';
import { AppError, type Hand } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { type ProviderDown, UnusableIntegration } from '../provider';
import { OpenSettlement } from '../settlements/open-settlement';
import type { Settlement } from '../settlements/settlement';
import { PrepareHand } from './prepare-hand';
import { SendHand } from './send-hand';
import type { TakenHand } from './take-hand';

/** Works on a hand from its taking to its end: render, send, report. */
@Injectable()
export class WorkHand {
  constructor(
    private readonly openSettlement: OpenSettlement,
    private readonly prepareHand: PrepareHand,
    private readonly sendHand: SendHand,
    private readonly log: Logger,
  ) {}

  /**
   * Resolves when the broker has the last outcome; never rejects. `stop` starts no more sends and gives back what was
   * not started.
   */
  async execute(taken: TakenHand, stop: AbortSignal): Promise<void> {
    const settlement = this.openSettlement.execute(taken);
    await settlement.close(await this.send(taken.hand, settlement, stop));
  }

  /** Ends what is still being sent, and lets go of the provider. */
  breakOff(): Promise<void> {
    return this.sendHand.breakOff();
  }

  private async send(hand: Hand, settlement: Settlement, stop: AbortSignal): Promise<ProviderDown | null> {
    try {
      const prepared = await this.prepareHand.execute(hand, stop);
      return await this.sendHand.execute(prepared, settlement, stop);
    } catch (error) {
      if (error instanceof UnusableIntegration) return asDown(error);
      if (error instanceof AppError) this.log.warn({ err: error }, 'a hand is given back');
      else this.failAll(error, hand, settlement);
      return null;
    }
  }

  /** A fault of ours that would meet this content every time: tried again with the pauses of failures, not at once. */
  private failAll(error: unknown, { recipients }: Hand, settlement: Settlement): void {
    this.log.error({ err: error }, 'a hand could not be worked on');
    for (const { i } of recipients) {
      settlement.note(i, { kind: 'failed', reason: 'WORKER_ERROR', permanent: false, code: null });
    }
  }
}

function asDown({ reason, detail }: UnusableIntegration): ProviderDown {
  return { kind: 'providerDown', reason, code: null, detail };
}
