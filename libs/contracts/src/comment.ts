import { type Static, Type } from '@sinclair/typebox';
import { ApprovalActor } from './approval';
import { By } from './audit';
import { command, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** The longest comment (characters). */
export const MAX_COMMENT_LENGTH = 2_000;
/** The limit of comments of a campaign. */
export const MAX_COMMENTS = 500;

/** What a member or a program wrote about a campaign. It is plain text. */
export const Comment = Type.Object({
  id: Id,
  campaignId: Id,
  /** `name`: the name of the member or the key when they wrote it. Null: the key was revoked in that moment. */
  author: Type.Object({ memberId: Nullable(Id), keyId: Nullable(Id), name: Nullable(Type.String()) }),
  text: Type.String(),
  createdAt: Timestamp,
});
export type Comment = Static<typeof Comment>;
export type CommentAuthor = Comment['author'];

const OfCampaign = { userId: Id, campaignId: Id };

export const commentMessages = {
  /** Oldest first, or `newestFirst`. Errors: campaign_not_found. */
  'comment.list': read(
    'campaign',
    Type.Object({ ...OfCampaign, newestFirst: Type.Optional(Type.Boolean()), ...PageRequest }),
    Page(Comment),
  ),
  /** Errors: campaign_not_found, comment_not_found. */
  'comment.get': command('campaign', Type.Object({ ...OfCampaign, id: Id }), Comment),
  /** A repeat with the same ID returns the existing comment. Errors: campaign_not_found, limit_reached. */
  'comment.create': command(
    'campaign',
    Type.Object({ ...OfCampaign, id: Id, actor: ApprovalActor, text: Type.String() }),
    Comment,
  ),
  /**
   * `ofAnyone`: the caller can also delete comments of others. Errors: campaign_not_found, comment_not_found;
   * insufficient_scope for the comment of another author.
   */
  'comment.delete': command(
    'campaign',
    Type.Object({ ...OfCampaign, id: Id, by: By, ofAnyone: Type.Boolean() }),
    Deleted,
  ),
};
