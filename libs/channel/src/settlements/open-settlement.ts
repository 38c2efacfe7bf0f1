import { Inject, Injectable } from '@nestjs/common';
import { channelRow } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Lease } from '../hands/lease';
import type { TakenHand } from '../hands/take-hand';
import { HOLDER } from '../holder';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';
import { PublishPiece } from './publish-piece';
import { Settlement } from './settlement';

/** Begins the report of a hand. */
@Injectable()
export class OpenSettlement {
  constructor(
    private readonly publishPiece: PublishPiece,
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
      publish: (piece, refused) => this.publishPiece.execute(hand, piece, refused),
      complain: (error) => this.log.warn({ err: error }, 'outcomes could not be reported and will be again'),
    });
  }
}
