import { Inject, Injectable } from '@nestjs/common';
import { type BatchSettled, type Hand, channelRow } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { Lease } from '../hands/lease';
import type { TakenHand } from '../hands/work-hand';
import { HOLDER } from '../holder';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';
import { Settlement } from './settlement';
import { type RefusedAddress, TellRefusals } from './tell-refusals';

/** Begins the report of a hand. */
@Injectable()
export class OpenSettlement {
  constructor(
    private readonly messenger: Messenger,
    private readonly tellRefusals: TellRefusals,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {}

  execute({ hand, askedAt }: TakenHand): Settlement {
    const { batchId, campaignId, fence, leaseMs } = hand;
    const sendTimeoutMs = Math.min(channelRow(hand.channel).sendTimeoutMs, leaseMs / 2);
    return new Settlement({
      hand: { batchId, campaignId, holder: this.holder, fence },
      recipients: hand.recipients,
      lease: new Lease(askedAt, leaseMs, sendTimeoutMs),
      flushEveryMs: this.settings.settleEveryMs,
      publish: (piece, refused) => this.publish(hand, piece, refused),
      complain: (error) => this.log.warn({ err: error }, 'outcomes could not be reported and will be again'),
    });
  }

  /**
   * Resolves when the broker keeps all of it safe. Who must not be written to any more is said first: after the piece, a crash
   * would lose it. To repeat all of it does no harm.
   */
  private async publish(hand: Hand, piece: BatchSettled, refused: readonly RefusedAddress[]): Promise<void> {
    await this.tellRefusals.execute(hand, refused);
    await this.messenger.publish('batch.settled', piece);
  }
}
