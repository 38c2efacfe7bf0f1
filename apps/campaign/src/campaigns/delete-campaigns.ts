import { type Deleted, isId, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { RelaySchedule } from '../outbox/relay-schedule';
import { Campaigns } from './campaigns';

const WRITES_AT_ONCE = 32;

/**
 * Takes campaigns away from everybody at once, in whatever status; what is being sent is stopped by the event that
 * goes with it. Answers the ids that were the user's, in the order asked for, repeats once; the same message again
 * answers as the first time.
 */
@Injectable()
export class DeleteCampaigns {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly relay: RelaySchedule,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, ids }: Payload<'campaign.delete'>, messageId: string): Promise<Deleted> {
    const asked = [...new Set(ids)].filter(isId);
    const deletion = { by: messageId, at: this.clock.now() };
    for (let from = 0; from < asked.length; from += WRITES_AT_ONCE) {
      const part = asked.slice(from, from + WRITES_AT_ONCE);
      await Promise.all(part.map((id) => this.campaigns.markDeleted(id, userId, deletion)));
    }
    this.relay.nudge();
    const deleted = await this.campaigns.deletedBy(messageId, asked, userId);
    return { ids: asked.filter((id) => deleted.has(id)) };
  }
}
