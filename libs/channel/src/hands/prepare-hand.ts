import { Injectable } from '@nestjs/common';
import { AppError, type Hand } from '@carillon/contracts';
import { OpenIntegrations } from '../integrations/open-integrations';
import { timing } from '../limits';
import { CompiledMessages } from '../messages/compiled-messages';
import { pause } from '../pause';
import type { PreparedHand } from './send-hand';

/** Gets what a hand needs besides its recipients: credentials and the compiled message. */
@Injectable()
export class PrepareHand {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly messages: CompiledMessages,
  ) {}

  /**
   * @throws UnusableIntegration if nobody can be sent to with these credentials; AppError if a service that is needed
   * did not answer in some eight seconds, or the signal came first
   */
  async execute(hand: Hand, stop: AbortSignal): Promise<PreparedHand> {
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
}
