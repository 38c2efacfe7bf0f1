import { Injectable } from '@nestjs/common';
import type { BatchSettled, Hand, Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import type { RefusedAddress } from './piece';

/** Makes known what became of some of a hand. */
@Injectable()
export class PublishPiece {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the broker keeps all of it safe. Who must not be written to any more is said first: after the piece, a crash
   * would lose it. To repeat all of it does no harm.
   */
  async execute(hand: Hand, piece: BatchSettled, refused: readonly RefusedAddress[]): Promise<void> {
    for (const refusal of refusalsIn(hand, refused, this.clock.now())) {
      await this.messenger.publish('address.refused', refusal);
    }
    await this.messenger.publish('batch.settled', piece);
  }
}

/** One for all addresses that were refused alike. */
function refusalsIn(
  { userId, channel }: Hand,
  refused: readonly RefusedAddress[],
  at: Date,
): Payload<'address.refused'>[] {
  const alike = Object.groupBy(refused, ({ cause, sender }) => `${cause} ${sender ?? ''}`);
  return Object.values(alike).flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const addresses = group.map(({ address }) => address);
    return [{ userId, channel, addresses, cause: first.cause, sender: first.sender, at: at.toISOString() }];
  });
}
