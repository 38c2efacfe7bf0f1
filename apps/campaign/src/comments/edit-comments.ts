import {
  type ApprovalActor,
  AppError,
  type AuditAction,
  type By,
  type Campaign,
  type CampaignNotice,
  type Comment,
  type CommentAuthor,
  type Deleted,
  MAX_COMMENTS,
  type Payload,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { auditNote } from '@carillon/mongo';
import { Clock, addInFreeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns, type StoredCampaign } from '../campaigns';
import { Comments } from './comments';

/** The length of a quotation in emails (characters). */
const QUOTED = 280;

/**
 * Adds and deletes comments of campaigns. The audit trail records both, without the text. The insert of a comment also
 * stores whom to notify, so that it happens exactly once.
 */
@Injectable()
export class EditComments {
  constructor(
    private readonly comments: Comments,
    private readonly campaigns: Campaigns,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** A repeat with the same ID returns the existing comment. @throws AppError campaign_not_found, limit_reached */
  async create(command: Payload<'comment.create'>): Promise<Comment> {
    const { userId, campaignId, id, actor, text } = command;
    const found = await this.campaigns.get(campaignId, userId);
    const at = this.clock.now();
    const author = await this.authorOf(actor, userId);
    const comment = { id, campaignId, author, text, createdAt: at.toISOString() };
    const note = noteOf('campaign.commented', found.campaign, { by: actor.by, at, id });
    const participants = await this.participantsOf(found, actor);
    const notices =
      participants.length === 0 ? [] : [noticeOf(found.campaign, comment, { actor, participants })];
    return addInFreeSlot({
      limit: MAX_COMMENTS,
      find: () => this.comments.find(command),
      taken: () => this.comments.slots(campaignId),
      add: (slot) => this.comments.add(userId, comment, slot, { notes: [note], notices }),
      refuse: () => new AppError('limit_reached', `A campaign can have at most ${MAX_COMMENTS} comments`),
    });
  }

  /** Idempotent. @throws AppError campaign_not_found, comment_not_found; insufficient_scope for another's comment */
  async delete(command: Payload<'comment.delete'>, messageId: string): Promise<Deleted> {
    const { userId, campaignId, id, by, ofAnyone } = command;
    if (await this.comments.wasDeletedBy(messageId, command)) return { ids: [id] };
    const { campaign } = await this.campaigns.get(campaignId, userId);
    const comment = await this.comments.get(command);
    if (!ofAnyone && !isBy(comment, by))
      throw new AppError(
        'insufficient_scope',
        'Deleting the comment of another author requires the scope admin',
      );
    const at = this.clock.now();
    const note = noteOf('campaign.comment_deleted', campaign, { by, at, id });
    await this.comments.delete(command, { by: messageId, at, note });
    if (await this.comments.wasDeletedBy(messageId, command)) return { ids: [id] };
    throw new AppError('comment_not_found');
  }

  /** The author as the audit trail names them. */
  private async authorOf(
    { by: { keyId }, memberName }: ApprovalActor,
    userId: string,
  ): Promise<CommentAuthor> {
    if (memberName !== null) return { memberId: keyId, keyId: null, name: memberName };
    return { memberId: null, keyId, name: await this.keyName(userId, keyId) };
  }

  /** Null: the key was revoked in the meantime. */
  private async keyName(userId: string, id: string): Promise<string | null> {
    try {
      return (await this.messenger.request('api-key.get', { userId, id })).name;
    } catch (error) {
      if (error instanceof AppError && error.code === 'api_key_not_found') return null;
      throw error;
    }
  }

  /** Who created the campaign, commented before, asked for its approval, or decided on it, except the author. */
  private async participantsOf(
    { campaign, createdBy, approval }: StoredCampaign,
    author: ApprovalActor,
  ): Promise<string[]> {
    const ids = new Set([
      ...(createdBy ? [createdBy.keyId] : []),
      ...[approval?.requestedBy, approval?.decision?.by].flatMap((actor) => actor?.by.keyId ?? []),
      ...(await this.comments.membersWhoCommented(campaign.id)),
    ]);
    ids.delete(author.by.keyId);
    return [...ids];
  }
}

function isBy({ author }: Comment, { keyId }: By): boolean {
  return author.memberId === keyId || author.keyId === keyId;
}

function noteOf(
  action: Extract<AuditAction, `campaign.comment${string}`>,
  { userId, id: campaignId, name }: Campaign,
  { by, at, id }: { by: By; at: Date; id: string },
) {
  const target = { type: 'campaign', id: campaignId, name } as const;
  const [before, after] = action === 'campaign.commented' ? [null, id] : [id, null];
  return auditNote(by, at, { userId, action, target, changes: [{ field: 'comment', before, after }] });
}

/** The comment identifies its notice. */
function noticeOf(
  { userId, id: campaignId, name: campaignName }: Campaign,
  { id, createdAt: at, text }: Comment,
  { actor: { by }, participants }: { actor: ApprovalActor; participants: string[] },
): CampaignNotice {
  const kind = 'campaign.commented';
  return { id, userId, campaignId, campaignName, kind, at, by, participants, quote: quoteOf(text) };
}

/** The beginning of a text, without half of an emoji at its end. */
function quoteOf(text: string): string {
  const characters = Array.from(text);
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('').trimEnd()}…` : text;
}
