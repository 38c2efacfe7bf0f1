import { Injectable } from '@nestjs/common';
import { AppError, type Hand } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { OpenIntegrations } from '../integrations/open-integrations';
import { timing } from '../limits';
import { CompiledMessages } from '../messages/compiled-messages';
import { pause } from '../pause';
import { type ProviderDown, UnusableIntegration } from '../provider';
import { OpenSettlement } from '../settlements/open-settlement';
import type { Settlement } from '../settlements/settlement';
import { type PreparedHand, SendHand } from './send-hand';

export interface TakenHand {
  hand: Hand;
  /** Before the dispatcher was asked, on the monotonic clock: no lease began earlier. */
  askedAt: number;
}

/** Works on a hand from its taking to its end: render, send, report. */
@Injectable()
export class WorkHand {
  constructor(
    private readonly openSettlement: OpenSettlement,
    private readonly integrations: OpenIntegrations,
    private readonly messages: CompiledMessages,
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
      return await this.sendHand.execute(await this.prepare(hand, stop), settlement, stop);
    } catch (error) {
      if (error instanceof UnusableIntegration) return asDown(error);
      if (error instanceof AppError) this.log.warn({ err: error }, 'a hand is given back');
      else this.failAll(error, hand, settlement);
      return null;
    }
  }

  /**
   * Gets what a hand needs besides its recipients: credentials and the compiled message.
   * @throws UnusableIntegration if nobody can be sent to with these credentials; AppError if a service that is needed
   * did not answer in some eight seconds, or the signal came first
   */
  private async prepare(hand: Hand, stop: AbortSignal): Promise<PreparedHand> {
    for (let tries = 0; ; tries++) {
      try {
        const integration = await this.integrations.get(hand.userId, hand.integrationId);
        return { hand, integration, message: await this.messages.get(hand.campaignId, integration) };
      } catch (error) {
        const wait = timing.preparePauses[tries];
        if (!(error instanceof AppError) || wait === undefined || !(await pause(wait, stop))) throw error;
      }
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
