import { Inject, Injectable } from '@nestjs/common';
import { type Hand, type HandRecipient, deliveryId } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { type OpenedIntegration, Provider, type ProviderDown, type ProviderResult } from '../provider';
import { timing } from '../limits';
import { SendMetrics } from '../send-metrics';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';
import type { RecipientResult } from '../settlements/piece';
import type { Settlement } from '../settlements/settlement';
import { Pace } from './pace';
import { ProviderPatience } from './provider-patience';

/** All that is needed to send to the recipients of a hand. */
export interface PreparedHand {
  hand: Hand;
  message: unknown;
  integration: OpenedIntegration;
}

/** Sends to the recipients of a hand, several at once, at its pace, for as long as its lease allows. */
@Injectable()
export class SendHand {
  constructor(
    private readonly provider: Provider,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly metrics: SendMetrics,
    private readonly log: Logger,
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

  private async sendAll(
    prepared: PreparedHand,
    settlement: Settlement,
    stop: AbortSignal,
    atOnce: number,
  ): Promise<ProviderDown | null> {
    const { hand } = prepared;
    const halt = new AbortController();
    const ended = AbortSignal.any([stop, halt.signal]);
    const pace = new Pace(hand.pacePerSecond, hand.startInMs);
    const patience = new ProviderPatience(hand.recipients.length);
    const endsAt = performance.now() + durationMs(hand);
    const queue = hand.recipients.values();
    let down: ProviderDown | null = null;
    const lane = async (): Promise<void> => {
      for (const recipient of queue) {
        if (performance.now() > endsAt || !(await pace.turn(ended))) return;
        if (!(await settlement.mayStart(ended))) return;
        const result = await this.send(recipient, prepared, settlement.sendTimeoutMs);
        const reason = patience.judge(result);
        down ??= reason;
        if (reason) halt.abort();
        if (tells(result, reason)) settlement.note(recipient.i, result);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return down;
  }

  /** A provider does not throw; if one does, what became of the message cannot be known. */
  private async send(
    recipient: HandRecipient,
    { hand, message, integration }: PreparedHand,
    timeoutMs: number,
  ): Promise<ProviderResult> {
    const done = this.metrics.started(hand.channel);
    try {
      const { batchId, validForMs } = hand;
      const terms = { deliveryId: deliveryId(batchId, recipient.i), timeoutMs, validForMs };
      return done(await this.provider.send(recipient, message, integration, terms));
    } catch (error) {
      this.log.error({ err: error, position: recipient.i }, 'a provider failed in an unknown way');
      return done({ kind: 'unknown', reason: 'WORKER_ERROR', code: null });
    }
  }
}

/** For how long sends are started (milliseconds): what its pace takes, and as much as any hand has. */
function durationMs({ startInMs, pacePerSecond, recipients }: Hand): number {
  const paced = pacePerSecond === null ? 0 : (recipients.length / pacePerSecond) * 1_000;
  return startInMs + paced + timing.hand;
}

/** Whether something became of the recipient; who met a provider that has had enough is as if not tried. */
function tells(result: ProviderResult, down: ProviderDown | null): result is RecipientResult {
  return result.kind !== 'providerDown' && (down === null || result.kind !== 'throttled');
}
