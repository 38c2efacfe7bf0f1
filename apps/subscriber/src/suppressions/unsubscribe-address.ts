import { Injectable } from '@nestjs/common';
import type { Unsubscribed } from '@carillon/contracts';
import { Suppressions } from './suppressions';

/** A person wants no more email of a user; said again, it changes nothing. */
@Injectable()
export class UnsubscribeAddress {
  constructor(private readonly suppressions: Suppressions) {}

  async execute({ userId, address, campaignId, at }: Unsubscribed): Promise<void> {
    await this.suppressions.hear(
      { userId, channel: 'EMAIL', address },
      {
        type: 'caused',
        reason: 'UNSUBSCRIBED',
        sender: null,
        at: new Date(at),
        source: campaignId && `campaign ${campaignId}`,
      },
    );
  }
}
