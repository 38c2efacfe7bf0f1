import { Injectable } from '@nestjs/common';
import type { Channel, Route } from '@carillon/contracts';
import { Workforce } from '../workers/workforce';
import { type Portion, portionOf } from './portion';
import { SendingProfiles } from './sending-profiles';

/** Knows what a hand may take of an integration: by what its owner says now, not when the campaign was planned. */
@Injectable()
export class Portions {
  constructor(
    private readonly profiles: SendingProfiles,
    private readonly workforce: Workforce,
  ) {}

  /** `route`: as it was fixed at planning. Null: there is no limit. */
  async of(user: string, channel: Channel, route: Route): Promise<Portion | null> {
    const profile = await this.profiles.get(user);
    const now = profile?.routes[channel];
    const bearing = now?.integrationId === route.integrationId ? now : route;
    return portionOf(channel, bearing, this.workforce.capacity(channel));
  }
}
