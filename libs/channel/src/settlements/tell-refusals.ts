import { Injectable } from '@nestjs/common';
import type { Channel, Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import type { ProviderResult, Suppression } from '../provider';

/** An address that nobody should write to again; `sender`: whose messages its owner does not want. */
export interface RefusedAddress {
  address: string;
  cause: Suppression;
  sender: string | null;
}

/** What a result says of that about the address it is of: one or none. */
export function refusalIn(address: string, result: ProviderResult): RefusedAddress[] {
  if (result.kind !== 'failed' || result.suppress === undefined) return [];
  return [{ address, cause: result.suppress, sender: result.sender ?? null }];
}

/** Whose messages were refused, on which channel. */
interface Sending {
  userId: string;
  channel: Channel;
}

/** Makes known whom nobody must write to any more. */
@Injectable()
export class TellRefusals {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the broker keeps all of it safe. To repeat it does no harm. */
  async execute(sending: Sending, refused: readonly RefusedAddress[]): Promise<void> {
    for (const refusal of refusalsIn(sending, refused, this.clock.now())) {
      await this.messenger.publish('address.refused', refusal);
    }
  }
}

/** One for all addresses that were refused alike. */
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
