import {
  AppError,
  type Campaign,
  type Deleted,
  type NamedSenders,
  type Payload,
  isId,
} from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { CompiledEmails } from '../compiling';
import type { StoredCampaign } from './campaign-document';
import { campaignNote, publishedNote } from './campaign-notes';
import { Campaigns } from './campaigns';
import { type CampaignDraft, draftOf, isComplete, requireMessage } from './draft';
import { asCreated, startOrder } from './replay';
import { SendingPreconditions } from './sending-preconditions';

type CreateCommand = Payload<'campaign.create'>;
type CreateDraftCommand = Payload<'campaign.create-draft'>;
type UpdateCommand = Payload<'campaign.update'>;
type DuplicateCommand = Payload<'campaign.duplicate'>;

/** Creates, edits, duplicates and deletes campaigns. */
@Injectable()
export class EditCampaigns {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly quotas: Quotas,
    private readonly emails: CompiledEmails,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a campaign as a draft, scheduled or already sending. Repeated with the same id, it gives the same answer.
   * @throws AppError validation_failed, also for an email that is too complex; group_not_found and sender_not_found naming each; account_suspended; quota_exceeded;
   * campaign_not_found for a repeat if it was deleted since. Nothing is stored then.
   */
  async create(command: CreateCommand): Promise<Campaign> {
    requireMessage(command);
    return this.storeAsAsked(command);
  }

  /** Stores a draft that may lack a name, a message, and groups. Repeated with the same id, it gives the same answer. @throws as `create` */
  createDraft(command: CreateDraftCommand): Promise<Campaign> {
    return this.storeAsAsked({ ...command, start: null });
  }

  /**
   * Changes the content or the groups of a draft, in one write on the revision that was read: a publish at the same moment
   * sends the whole change or nothing of it, and of two edits of the same `ifUpdatedAt` one is refused. The same message again
   * changes nothing. An incomplete draft may stay incomplete; a complete one keeps a message.
   * @throws AppError campaign_not_found; group_not_found and sender_not_found naming each; campaign_not_draft; campaign_changed if it is not as
   * it was at `ifUpdatedAt`; validation_failed if a complete draft would lose its last message, or the email is too complex
   */
  async update(command: UpdateCommand, messageId: string): Promise<Campaign> {
    const { id, userId, groups = [], senders, ifUpdatedAt } = command;
    const found = await this.campaigns.get(id, userId);
    if (found.editedBy === messageId) return found.campaign;
    const missing = groups.length > 0 ? await this.preconditions.missingGroups(userId, groups) : [];
    if (missing.length > 0) throw new AppError('group_not_found', undefined, missing);
    await this.requireSenders(userId, senders);
    if (found.campaign.status !== 'DRAFT') throw new AppError('campaign_not_draft');
    const { updatedAt } = found.campaign;
    if (ifUpdatedAt !== undefined && ifUpdatedAt !== updatedAt) throw new AppError('campaign_changed');

    const before = draftOf(found.campaign);
    const content = changed(before, command);
    if (isComplete(before)) requireMessage(content);
    if (command.bodies?.EMAIL !== undefined) await this.emails.of(userId, content.bodies.EMAIL);
    const edit = { by: messageId, at: later(this.clock.now(), updatedAt) };
    const updated = await this.campaigns.edit(id, found.rev, content, edit);
    // The campaign changed meanwhile: look again.
    return updated ? updated.campaign : this.update(command, messageId);
  }

  /**
   * Makes a draft with the content and the groups of a campaign in any status. Deleted groups stay in the list, as in any
   * draft. Repeated with the same `copyId`, it gives the same answer.
   * @throws AppError campaign_not_found; quota_exceeded
   */
  async duplicate(command: DuplicateCommand): Promise<Campaign> {
    const { userId, copyId } = command;
    const { campaign } = await this.storeOnce(copyId, userId, () => this.storeCopy(command));
    return asCreated(campaign, null);
  }

  /**
   * Deletes campaigns in any status; the event of the deletion stops what is being sent. Answers the ids that were the
   * user's, in the order of the request, each once; the same message again gets the same answer.
   * @throws AppError insufficient_scope if only drafts may be deleted, and one of them is none: nothing is deleted then
   */
  async delete(
    { userId, ids, draftsOnly = false, by: key }: Payload<'campaign.delete'>,
    messageId: string,
  ): Promise<Deleted> {
    const asked = [...new Set(ids)].filter(isId);
    if (draftsOnly && (await this.campaigns.hasPublished(asked, userId)))
      throw new AppError('insufficient_scope', 'Deleting a published campaign needs the scope send');
    const at = this.clock.now();
    const noteOf = (id: string) =>
      campaignNote('campaign.deleted', { campaign: { id, userId, name: null }, by: key, at });
    const marked = await this.campaigns.markDeleted(asked, userId, { by: messageId, at, noteOf, draftsOnly });
    await this.quotas.giveBack(userId, 'campaigns', marked);
    const deleted = await this.campaigns.deletedBy(messageId, asked, userId);
    return { ids: asked.filter((id) => deleted.has(id)) };
  }

  private async storeAsAsked(command: CreateCommand): Promise<Campaign> {
    const { campaign } = await this.storeOnce(command.id, command.userId, () => this.storeNew(command));
    // A draft may have been edited since: the answer has the content of the command.
    const asAsked = { ...campaign, ...draftOf(command) };
    return asCreated(asAsked, command.start && startOrder(command.start, new Date(campaign.createdAt)));
  }

  /**
   * Most commands come once, so the campaign is looked for only if it was not stored: it may be there already, and what the
   * command needs may be gone since.
   */
  private async storeOnce(
    id: string,
    userId: string,
    store: () => Promise<StoredCampaign | null>,
  ): Promise<StoredCampaign> {
    let refusal = new AppError('internal', `The id ${id} is in use`);
    try {
      const stored = await store();
      if (stored) return stored;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
    }
    const existing = await this.campaigns.findEvenDeleted(id, userId);
    if (existing) return existing;
    if (await this.campaigns.wasPurged(id))
      throw new AppError('campaign_not_found', 'This campaign was deleted');
    throw refusal;
  }

  private async storeNew(command: CreateCommand): Promise<StoredCampaign | null> {
    const { userId, groups, start, by } = command;
    await this.preconditions.requireTimely(start?.scheduledAt ?? null);
    const compiledEmail = await this.emails.of(userId, command.bodies.EMAIL);
    const [missing, plan] = await Promise.all([
      groups.length > 0 ? this.preconditions.missingGroups(userId, groups) : [],
      start && this.preconditions.planOf(userId),
    ]);
    if (missing.length > 0) throw new AppError('group_not_found', undefined, missing);
    await this.requireSenders(userId, command.senders);

    const now = this.clock.now();
    if (!start || !plan) return this.insert(command, now, null);
    const order = startOrder(start, now);
    const note = publishedNote({ campaign: command, by, at: now }, order);
    return this.insert(command, now, { order, plan, compiledEmail, note });
  }

  /** @throws AppError sender_not_found naming each */
  private async requireSenders(userId: string, senders: NamedSenders | undefined): Promise<void> {
    const missing = await this.preconditions.missingSenders(userId, senders);
    if (missing.length > 0) throw new AppError('sender_not_found', undefined, missing);
  }

  private async storeCopy({ userId, id, copyId }: DuplicateCommand): Promise<StoredCampaign | null> {
    const original = await this.campaigns.get(id, userId);
    const copy = { id: copyId, userId, ...draftOf(original.campaign), start: null };
    return this.insert(copy, this.clock.now(), null);
  }

  private insert(...[content, at, start]: Parameters<Campaigns['add']>): Promise<StoredCampaign | null> {
    return this.quotas.spend(content.userId, 'campaigns', () => this.campaigns.add(content, at, start));
  }
}

/** At least a millisecond after the time before: no two edits have the same, whatever the clocks say. */
function later(now: Date, before: string): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

function changed(
  content: CampaignDraft,
  { id: _, userId: _1, ifUpdatedAt: _2, bodies, ...rest }: UpdateCommand,
) {
  return { ...content, ...rest, bodies: { ...content.bodies, ...bodies } };
}
