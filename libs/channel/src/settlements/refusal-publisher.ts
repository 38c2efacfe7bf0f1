import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import type { ProviderResult, Suppression } from '../provider';

/** An address to suppress. `sender`: the sender whose messages the owner of the address refused. */
export interface RefusedAddress {
  address: string;
  cause: Suppression;
  sender: string | null;
}

/** The refused address of a result: one or none. Each worker's provider decides which replies suppress. */
export function refusalIn(address: string, result: ProviderResult): RefusedAddress[] {
  if (result.kind !== 'failed' || result.suppress === undefined) return [];
  return [{ address, cause: result.suppress, sender: result.sender ?? null }];
}

/** The user whose messages were refused, and the channel. */
interface Sending {
  userId: string;
  channel: Channel;
  /** Absent for a test. */
  campaignId?: string;
}

/** Publishes refused addresses. The subscriber service suppresses them (note-consent.ts). */
@Injectable()
export class RefusalPublisher {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the broker has stored all the addresses. Idempotent. */
  async publish({ userId, channel, campaignId }: Sending, refused: readonly RefusedAddress[]): Promise<void> {
    const at = this.clock.now().toISOString();
    for (const group of alike(refused)) {
      const [{ cause, sender }] = group;
      const common = { userId, channel, addresses: group.map(({ address }) => address), at };
      if (cause === 'DOUBTFUL')
        await this.messenger.publish('address.doubted', {
          ...common,
          ...(campaignId !== undefined && { campaignId }),
        });
      else await this.messenger.publish('address.refused', { ...common, cause, sender });
    }
  }
}

/** The addresses that were refused for the same cause by the same sender, together. */
function alike(refused: readonly RefusedAddress[]): [RefusedAddress, ...RefusedAddress[]][] {
  const groups = Object.groupBy(refused, ({ cause, sender }) => `${cause} ${sender ?? ''}`);
  return Object.values(groups).flatMap(([first, ...others] = []) => (first ? [[first, ...others]] : []));
}
