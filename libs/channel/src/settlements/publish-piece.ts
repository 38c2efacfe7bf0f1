import { Injectable } from '@nestjs/common';
import type { BatchSettled, Hand } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { RefusedAddress } from './piece';
import { TellRefusals } from './tell-refusals';

/** Makes known what became of some of a hand. */
@Injectable()
export class PublishPiece {
  constructor(
    private readonly messenger: Messenger,
    private readonly tellRefusals: TellRefusals,
  ) {}

  /**
   * Resolves when the broker keeps all of it safe. Who must not be written to any more is said first: after the piece, a crash
   * would lose it. To repeat all of it does no harm.
   */
  async execute(hand: Hand, piece: BatchSettled, refused: readonly RefusedAddress[]): Promise<void> {
    await this.tellRefusals.execute(hand, refused);
    await this.messenger.publish('batch.settled', piece);
  }
}
