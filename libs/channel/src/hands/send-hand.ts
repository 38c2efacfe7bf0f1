import { Inject, Injectable } from '@nestjs/common';
import { type Hand, type HandRecipient, deliveryId } from '@carillon/contracts';
import { Provider, type ProviderDown, type ProviderResult } from '../provider';
import { type PreparedMessage, SendMessage } from '../send-message';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';
import type { RecipientResult, Settlement } from '../settlements/settlement';
import { ProviderPatience, Turns } from './turns';

/** All that is needed to send to the recipients of a hand. */
export interface PreparedHand extends PreparedMessage {
  hand: Hand;
}

/** Sends to the recipients of a hand, several at once, at its pace, for as long as its lease allows. */
@Injectable()
export class SendHand {
  constructor(
    private readonly provider: Provider,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly sendMessage: SendMessage,
  ) {}

  /** Resolves when no send is in flight any more: with the reason, if the provider could not be used. */
  async execute(
    prepared: PreparedHand,
    settlement: Settlement,
    stop: AbortSignal,
  ): Promise<ProviderDown | null> {
    const { concurrency, recipients } = prepared.hand;
    const atOnce = Math.min(concurrency ?? Infinity, this.settings.concurrency, recipients.length);
    const end = this.provider.begin(prepared.message, atOnce);
    try {
      return await this.sendAll(prepared, settlement, stop, atOnce);
    } finally {
      await end();
    }
  }

  /** Ends what is still being sent, and lets go of the provider. */
  breakOff(): Promise<void> {
    return this.provider.close();
  }

  private async sendAll(
    prepared: PreparedHand,
    settlement: Settlement,
    stop: AbortSignal,
    atOnce: number,
  ): Promise<ProviderDown | null> {
    const { hand } = prepared;
    const halt = new AbortController();
    const turns = new Turns(hand, settlement, AbortSignal.any([stop, halt.signal]));
    const patience = new ProviderPatience(hand.recipients.length);
    const queue = hand.recipients.values();
    let down: ProviderDown | null = null;
    const lane = async (): Promise<void> => {
      for (const recipient of queue) {
        if (!(await turns.next())) return;
        const result = await this.send(recipient, prepared, settlement.sendTimeoutMs);
        turns.over(result);
        const reason = patience.judge(result);
        down ??= reason;
        if (reason) halt.abort();
        if (tells(result, reason)) settlement.note(recipient.i, result);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return down;
  }

  private send(recipient: HandRecipient, prepared: PreparedHand, timeoutMs: number): Promise<ProviderResult> {
    const { batchId, validForMs } = prepared.hand;
    const terms = { deliveryId: deliveryId(batchId, recipient.i), timeoutMs, validForMs };
    return this.sendMessage.execute(recipient, prepared, terms);
  }
}

/** Whether something became of the recipient; who met a provider that has had enough is as if not tried. */
function tells(result: ProviderResult, down: ProviderDown | null): result is RecipientResult {
  return result.kind !== 'providerDown' && (down === null || result.kind !== 'throttled');
}
