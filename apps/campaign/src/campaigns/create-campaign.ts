import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { RelaySchedule } from '../outbox/relay-schedule';
import type { StoredCampaign } from './campaign-document';
import { Campaigns } from './campaigns';
import { draftOf, requireMessage } from './draft';
import { asCreated, startOrder } from './replay';
import { SendingPreconditions } from './sending-preconditions';

type CreateCommand = Payload<'campaign.create'>;

/**
 * Stores a campaign, as a draft, scheduled or already sending. Repeated with the same id, it answers as the first time.
 * @throws AppError validation_failed; group_not_found naming each group; account_suspended. Nothing is stored then.
 */
@Injectable()
export class CreateCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly relay: RelaySchedule,
    private readonly clock: Clock,
  ) {}

  async execute(command: CreateCommand): Promise<Campaign> {
    requireMessage(command);
    const { campaign } =
      (await this.campaigns.findEvenDeleted(command.id, command.userId)) ?? (await this.store(command));
    // A draft may have been edited since.
    const asAsked = { ...campaign, ...draftOf(command) };
    return asCreated(asAsked, command.start && startOrder(command.start, new Date(campaign.createdAt)));
  }

  private async store(command: CreateCommand): Promise<StoredCampaign> {
    const { userId, groups, start } = command;
    await this.preconditions.requireTimely(start?.scheduledAt ?? null);
    const [missing, plan] = await Promise.all([
      this.preconditions.missingGroups(userId, groups),
      start && this.preconditions.planOf(userId),
    ]);
    if (missing.length > 0) throw new AppError('group_not_found', undefined, missing);

    const at = this.clock.now();
    const publishing = start && plan && { order: startOrder(start, at), plan };
    const stored = await this.campaigns.insert(command, at, publishing);
    if (start) this.relay.nudge();
    return stored;
  }
}
