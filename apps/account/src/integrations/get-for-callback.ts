import { Injectable } from '@nestjs/common';
import type { CalledBackIntegration } from '@carillon/contracts';
import { Integrations } from './integrations';

/** Answers what a callback is checked with. Who calls is not known before, so nobody is asked whose it is. */
@Injectable()
export class GetForCallback {
  constructor(private readonly integrations: Integrations) {}

  async execute(id: string): Promise<CalledBackIntegration | null> {
    const stored = await this.integrations.findAnyones(id);
    const authToken = stored?.sealed.authToken;
    if (!stored || authToken === undefined) return null;
    return { userId: stored.userId, channel: stored.channel, sealed: { authToken } };
  }
}
