import { Injectable } from '@nestjs/common';
import type { Channel, Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import type { ProviderResult, Suppression } from '../provider';

/** An address that must not be written to again; `sender`: whose messages its owner refused. */
export interface RefusedAddress {
  address: string;
  cause: Suppression;
  sender: string | null;
}

/** The refused address of a result: one or none. Which replies suppress is decided by each worker's provider. */
export function refusalIn(address: string, result: ProviderResult): RefusedAddress[] {
  if (result.kind !== 'failed' || result.suppress === undefined) return [];
  return [{ address, cause: result.suppress, sender: result.sender ?? null }];
}

/** The user whose messages were refused, and the channel. */
interface Sending {
  userId: string;
  channel: Channel;
}

/** Publishes refused addresses. The subscriber service suppresses them (note-consent.ts). */
@Injectable()
export class TellRefusals {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the broker has stored all of them. Repeating it does no harm. */
  async execute(sending: Sending, refused: readonly RefusedAddress[]): Promise<void> {
    for (const refusal of refusalsIn(sending, refused, this.clock.now())) {
      await this.messenger.publish('address.refused', refusal);
    }
  }
}

/** One message for all addresses that were refused for the same cause by the same sender. */
function refusalsIn(
  { userId, channel }: Sending,
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
