import {
  AppError,
  type AuditNote,
  type CampaignStatus,
  type FieldError,
  MAX_TAGS,
  type Payload,
  type Reply,
  isId,
  tagKey,
  tagName,
} from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { StoredTag } from './campaign-document';
import { CampaignLabels, type LabelChange, type LabeledCampaign, type Labels } from './campaign-labels';
import { campaignNote } from './campaign-notes';

type Command = Payload<'campaign.organize'>;

/** The campaigns in these statuses send nothing, and won't send anything by themselves. */
const restful: CampaignStatus[] = ['DRAFT', 'SENT', 'CANCELLED'];

/**
 * Adds and removes tags of campaigns, and moves campaigns to the archive or back. Campaigns that don't exist are ignored.
 * Either all campaigns change, or none. Idempotent.
 * @throws AppError campaign_wrong_status for the archive if a campaign is scheduled or running; validation_failed if a
 * campaign would have too many tags
 */
@Injectable()
export class OrganizeCampaigns {
  constructor(
    private readonly labels: CampaignLabels,
    private readonly clock: Clock,
  ) {}

  async organize(command: Command): Promise<Reply<'campaign.organize'>> {
    const { userId, ids, addTags, removeTags, isArchived } = command;
    const requested = [...new Set(ids)].filter(isId);
    const found = await this.labels.find(userId, requested);
    const added = await this.labels.spelled(userId, addTags.map(tagName));
    const removed = new Set(removeTags.map(tagKey));
    const changes = found.flatMap((before) => {
      const after = {
        tags: changedTags(before.tags, added, removed),
        isArchived: isArchived ?? before.isArchived,
      };
      return this.changeBetween(command, before, after);
    });
    requireRest(changes);
    requireFew(changes);
    const isDone = await this.labels.change(userId, changes);
    // A campaign changed in the meantime: read it again.
    if (!isDone) return this.organize(command);
    const existing = new Set(found.map(({ id }) => id));
    return { ids: requested.filter((id) => existing.has(id)) };
  }

  /** Empty: nothing changes. */
  private changeBetween({ userId, by }: Command, before: LabeledCampaign, after: Labels): LabelChange[] {
    const deed = { campaign: { ...before, userId }, by, at: this.clock.now() };
    const notes: AuditNote[] = [];
    const [was, is] = [before.tags, after.tags].map((tags) => tags.map(({ name }) => name));
    if (JSON.stringify(was) !== JSON.stringify(is))
      notes.push(
        campaignNote('campaign.tagged', deed, [{ field: 'tags', before: was ?? [], after: is ?? [] }]),
      );
    if (before.isArchived !== after.isArchived)
      notes.push(campaignNote(after.isArchived ? 'campaign.archived' : 'campaign.unarchived', deed));
    return notes.length === 0 ? [] : [{ before, after, notes }];
  }
}

/** The tags in their order, each once. */
function changedTags(
  before: readonly StoredTag[],
  added: readonly StoredTag[],
  removed: ReadonlySet<string>,
): StoredTag[] {
  const kept = before.filter(({ key }) => !removed.has(key));
  const keys = new Set(kept.map(({ key }) => key));
  const isNew = ({ key }: StoredTag): boolean => !removed.has(key) && keys.size !== keys.add(key).size;
  return [...kept, ...added.filter(isNew)];
}

function requireRest(changes: readonly LabelChange[]): void {
  const busy = changes.find(
    ({ before, after }) => after.isArchived && !before.isArchived && !restful.includes(before.status),
  );
  if (busy)
    throw new AppError(
      'campaign_wrong_status',
      `A campaign with the status ${busy.before.status} cannot be archived`,
    );
}

function requireFew(changes: readonly LabelChange[]): void {
  const full = changes.find(
    ({ before, after }) => after.tags.length > Math.max(MAX_TAGS, before.tags.length),
  );
  if (!full) return;
  const detail = `The campaign ${full.before.id} would have more than ${MAX_TAGS} tags`;
  const error: FieldError = { field: 'addTags', code: 'too_many', detail };
  throw new AppError('validation_failed', undefined, [error]);
}
