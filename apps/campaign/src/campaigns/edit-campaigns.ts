import {
  AppError,
  type By,
  type Campaign,
  type Deleted,
  type NamedSenders,
  type Payload,
  isId,
} from '@carillon/contracts';
import { linkTagsOf } from '@carillon/content';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { CompiledEmails } from '../compiling';
import { EmailSources } from '../email-sources';
import { withdrawn } from './approval';
import { ApprovalEvents } from './approval-events';
import type { DraftEdit, NewCampaign, StoredCampaign } from './campaign-document';
import { approvalNote, campaignNote, publishedNote } from './campaign-notes';
import { Campaigns } from './campaigns';
import { type CampaignDraft, draftOf, requireDraft, requireMessage } from './draft';
import { asCreated, startOrder } from './replay';
import { type CheckedTargets, SendingPreconditions } from './sending-preconditions';

type CreateCommand = Payload<'campaign.create'>;
type CreateDraftCommand = Payload<'campaign.create-draft'>;
type UpdateCommand = Payload<'campaign.update'>;
type DuplicateCommand = Payload<'campaign.duplicate'>;

/** The order to publish a campaign at its creation, and its requester. */
interface Ordered {
  start: NonNullable<CreateCommand['start']>;
  by: By;
}

/** Creates, edits, duplicates, and deletes campaigns. */
@Injectable()
export class EditCampaigns {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly quotas: Quotas,
    private readonly emails: CompiledEmails,
    private readonly sources: EmailSources,
    private readonly events: ApprovalEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a campaign as DRAFT, SCHEDULED, or SENDING. A repeat with the same ID gets the same reply.
   * If it throws, it has stored nothing. @throws AppError validation_failed, also for an email that is too complex;
   * group_not_found, segment_not_found, topic_not_found, and sender_not_found naming each missing one; account_suspended; approval_required; quota_exceeded; campaign_not_found
   * for a repeat if the campaign was deleted in the meantime
   */
  async create(command: CreateCommand): Promise<Campaign> {
    requireMessage(command.content);
    const { start, by, ...campaign } = command;
    return this.createOnce({ ...campaign, createdBy: by }, start && { start, by });
  }

  /**
   * Stores a draft that may lack a name, a message, and groups. A repeat with the same ID gets the same reply.
   * @throws the errors of `create`, and those of `EmailSources.changed`
   */
  async createDraft(command: CreateDraftCommand): Promise<Campaign> {
    const { attachments, media, translations, by, ...campaign } = command;
    const { userId, content, emailSource } = campaign;
    const change = { content: translations ? { translations } : {}, emailSource, attachments, media };
    const messages = await this.sources.changed(userId, { content }, change);
    return this.createOnce({ ...campaign, ...messages, ...(by && { createdBy: by }) }, null);
  }

  /**
   * Changes the content, the groups, or the senders of a draft in a single write that requires the revision that was
   * read. A concurrent publish sends either the whole change or no part of it. Of two edits with the same
   * `ifUpdatedAt`, one is rejected. Repeats change nothing. A draft can become incomplete again. The same write withdraws a request for approval, and an approval.
   * @throws AppError campaign_not_found; group_not_found and sender_not_found with each; campaign_not_draft;
   * campaign_changed if it changed after `ifUpdatedAt`; validation_failed if the email is too complex; the errors of
   * `EmailSources.changed`
   */
  async update(command: UpdateCommand, messageId: string): Promise<Campaign> {
    const { id, userId, groups = [], audience, senders, ifUpdatedAt } = command;
    const found = await this.campaigns.get(id, userId);
    if (found.editedBy === messageId) return found.campaign;
    requireTargets(await this.preconditions.checkTargets(userId, { groups, audience }));
    await this.requireSenders(userId, senders);
    requireDraft(found.campaign);
    const { updatedAt } = found.campaign;
    if (ifUpdatedAt !== undefined && ifUpdatedAt !== updatedAt) throw new AppError('campaign_changed');

    const before = draftOf(found.campaign);
    const after = changed(before, command, await this.sources.changed(userId, before, command));
    if (changesTexts(command)) await this.emails.of({ userId, ...after });
    const at = later(this.clock.now(), updatedAt);
    const edit = await this.editOf(found, { by: messageId, at, actor: command.actor });
    const updated = await this.campaigns.edit(id, found.rev, after, edit);
    // The campaign changed in the meantime: read it again.
    return updated ? updated.campaign : this.update(command, messageId);
  }

  /**
   * Creates a draft with the content and the groups of a campaign in any status. Deleted groups stay in the list, as in
   * any draft. A repeat with the same `copyId` gets the same reply.
   * @throws AppError campaign_not_found; quota_exceeded
   */
  async duplicate(command: DuplicateCommand): Promise<Campaign> {
    const { userId, copyId } = command;
    const { campaign } = await this.storeOnce(copyId, userId, () => this.storeCopy(command));
    return asCreated(campaign, null);
  }

  /**
   * Deletes campaigns in any status. The deletion event stops running campaigns. Returns the IDs that belong to the
   * user, in the order of the request, without duplicates. Idempotent.
   * @throws AppError insufficient_scope if the key may delete only drafts and one campaign isn't a draft. In that case,
   * no campaign is deleted
   */
  async delete(
    { userId, ids, draftsOnly = false, by: key }: Payload<'campaign.delete'>,
    messageId: string,
  ): Promise<Deleted> {
    const requested = [...new Set(ids)].filter(isId);
    if (draftsOnly && (await this.campaigns.hasPublished(requested, userId)))
      throw new AppError('insufficient_scope', 'Deleting a published campaign requires the scope send');
    const at = this.clock.now();
    const noteOf = (id: string) =>
      campaignNote('campaign.deleted', { campaign: { id, userId, name: null }, by: key, at });
    const marked = await this.campaigns.markDeleted(requested, userId, {
      by: messageId,
      at,
      noteOf,
      draftsOnly,
    });
    await this.quotas.giveBack(userId, 'campaigns', marked);
    const deleted = await this.campaigns.deletedBy(messageId, requested, userId);
    return { ids: requested.filter((id) => deleted.has(id)) };
  }

  private async createOnce(command: NewCampaign, ordered: Ordered | null): Promise<Campaign> {
    const store = () => this.storeNew(command, ordered);
    const { campaign } = await this.storeOnce(command.id, command.userId, store);
    // A draft may have been edited in the meantime, so the reply has the content of the command.
    const created = { ...campaign, ...draftOf(command) };
    return asCreated(created, ordered && startOrder(ordered.start, new Date(campaign.createdAt)));
  }

  /**
   * Most commands arrive once, so the campaign is read only if it wasn't stored. It may already exist, and its groups
   * or senders may have been deleted in the meantime.
   */
  private async storeOnce(
    id: string,
    userId: string,
    store: () => Promise<StoredCampaign | null>,
  ): Promise<StoredCampaign> {
    let refusal = new AppError('internal', `The ID ${id} is already in use`);
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

  private async storeNew(command: NewCampaign, ordered: Ordered | null): Promise<StoredCampaign | null> {
    const { userId } = command;
    await this.preconditions.requireTimely(ordered?.start.scheduledAt ?? null);
    const checked = await this.emails.of(command);
    const [targets, user] = await Promise.all([
      this.preconditions.checkTargets(userId, command),
      ordered && this.preconditions.activeUser(userId),
    ]);
    requireTargets(targets);
    await this.requireSenders(userId, command.senders);

    const now = this.clock.now();
    if (!ordered || !user) return this.insert(command, now, null);
    if (user.isApprovalRequired) throw new AppError('approval_required');
    const { brokenSegments, frozenAudience } = targets;
    if (brokenSegments.length > 0) throw new AppError('campaign_audience_missing', undefined, brokenSegments);
    const order = startOrder(ordered.start, now);
    const note = publishedNote({ campaign: command, by: ordered.by, at: now }, order);
    const linkTags = linkTagsOf(command, user.utm);
    const emails = linkTags ? await this.emails.of(command, linkTags) : checked;
    return this.insert(command, now, {
      order,
      plan: user.plan,
      emails,
      linkTags,
      frozenAudience,
      notes: [note],
    });
  }

  /** @throws AppError sender_not_found naming each */
  private async requireSenders(userId: string, senders: NamedSenders | undefined): Promise<void> {
    const missing = await this.preconditions.missingSenders(userId, senders);
    if (missing.length > 0) throw new AppError('sender_not_found', undefined, missing);
  }

  private async storeCopy({ userId, id, copyId, by }: DuplicateCommand): Promise<StoredCampaign | null> {
    const original = await this.campaigns.get(id, userId);
    const { campaign, tags } = original;
    const copy = {
      ...{ id: copyId, userId, ...draftOf(campaign) },
      ...(tags.length > 0 && { tags }),
      ...(by && { createdBy: by }),
    };
    return this.insert(copy, this.clock.now(), null);
  }

  /** An edit that withdraws the approval of the draft, if there is one. */
  private async editOf(
    { campaign, approval }: StoredCampaign,
    { by, at, actor = null }: { by: string; at: Date; actor: UpdateCommand['actor'] | null },
  ): Promise<DraftEdit> {
    if (!approval) return { by, at };
    const after = withdrawn(approval, actor, at);
    if (after === approval) return { by, at, approval };
    const deed = { campaign, by: actor?.by ?? null, at };
    const note = approvalNote('campaign.approval_withdrawn', deed, approval.requestedBy);
    const pendingWebhookEvents = await this.events.of(campaign, after);
    return { by, at, approval: after, notes: [note], pendingWebhookEvents };
  }

  private insert(...[content, at, start]: Parameters<Campaigns['add']>): Promise<StoredCampaign | null> {
    return this.quotas.spend(content.userId, 'campaigns', () => this.campaigns.add(content, at, start));
  }
}

/** Whether an edit needs a check of the texts. A name may be the subject. */
function changesTexts({ name, content, emailSource }: UpdateCommand): boolean {
  const { bodies = {}, preheader, subject, engine, whatsappTemplate, translations } = content;
  const texts = [
    name,
    emailSource ?? undefined,
    preheader,
    subject,
    engine,
    whatsappTemplate,
    translations,
    ...Object.values(bodies),
  ];
  return texts.some((text) => text !== undefined);
}

/** @throws AppError group_not_found, segment_not_found, and topic_not_found naming each */
function requireTargets({ missingGroups, missingSegments, missingTopic }: CheckedTargets): void {
  if (missingGroups.length > 0) throw new AppError('group_not_found', undefined, missingGroups);
  if (missingSegments.length > 0) throw new AppError('segment_not_found', undefined, missingSegments);
  if (missingTopic.length > 0) throw new AppError('topic_not_found', undefined, missingTopic);
}

/**
 * The time of an edit, at least a millisecond later than the previous time, so that no two edits have the same time,
 * even with clock skew.
 */
function later(now: Date, before: string): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

function changed(
  before: CampaignDraft,
  { name, groups, audience, senders }: UpdateCommand,
  messages: Pick<CampaignDraft, 'content' | 'emailSource'>,
): CampaignDraft {
  const sentBy = senders ?? before.senders;
  const targeted = audience ?? before.audience;
  return {
    name: name ?? before.name,
    ...messages,
    groups: groups ?? before.groups,
    ...(targeted && { audience: targeted }),
    ...(sentBy && { senders: sentBy }),
  };
}
