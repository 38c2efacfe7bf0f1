import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';
import { type CampaignDraft, draftOf, requireMessage } from './draft';
import { SendingPreconditions } from './sending-preconditions';

type UpdateCommand = Payload<'campaign.update'>;

/**
 * Changes what a draft says and to whom, as one write upon the very draft that was looked at: a publish at the same moment
 * sends all of the change or nothing of it. The same message again changes nothing more.
 * @throws AppError campaign_not_found; group_not_found naming each; campaign_not_draft; validation_failed if no message is left
 */
@Injectable()
export class UpdateCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly clock: Clock,
  ) {}

  async execute(command: UpdateCommand, messageId: string): Promise<Campaign> {
    const { id, userId, groups = [] } = command;
    const found = await this.campaigns.get(id, userId);
    if (found.editedBy === messageId) return found.campaign;
    const missing = groups.length > 0 ? await this.preconditions.missingGroups(userId, groups) : [];
    if (missing.length > 0) throw new AppError('group_not_found', undefined, missing);
    if (found.campaign.status !== 'DRAFT') throw new AppError('campaign_not_draft');

    const content = changed(draftOf(found.campaign), command);
    requireMessage(content);
    const edit = { by: messageId, at: this.clock.now() };
    const updated = await this.campaigns.edit(id, found.rev, content, edit);
    // Somebody changed the campaign meanwhile: what they left decides.
    return updated ? updated.campaign : this.execute(command, messageId);
  }
}

function changed(content: CampaignDraft, { id: _, userId: _1, bodies, ...rest }: UpdateCommand) {
  return { ...content, ...rest, bodies: { ...content.bodies, ...bodies } };
}
