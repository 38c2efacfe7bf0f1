import { AppError, isApprover } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, actorOf, requestedBy } from '../../security/caller';
import { CommentsQuery, CreateComment } from './comment.input';
import { CommentView, presentComment } from './comment.presenter';

/** People who can decide on campaigns can comment on them, although they can't edit them. */
function requireWriter({ scopes, signedIn }: User): void {
  if (scopes.includes('write') || (signedIn && isApprover(signedIn.role))) return;
  throw new AppError('insufficient_scope', 'Comments require the scope write, or the role approver');
}

/** What members and programs write about a campaign. */
@Controller('api/v1/campaigns/:id/comments')
export class CommentsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the comments on a campaign',
    description: 'Oldest first, unless you set `order`.',
    answer: Type.Array(CommentView),
  })
  async comments(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() query: CommentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const newest = query.order === 'newest' && { newestFirst: true };
    const comments = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('comment.list', { userId, campaignId, ...newest, ...slice }),
    );
    return { data: { comments: comments.map(presentComment) } };
  }

  @Post()
  @NeedsScope('read')
  @Operation({
    creates: 'comment',
    summary: 'Comment on a campaign',
    description:
      'Requires the scope `write`, or the session of an approver. Notifies the other participants: who created the campaign, who commented on it, and who asked for its latest approval or decided on it. A campaign can have at most 500 comments.',
    answer: CommentView,
    errors: ['insufficient_scope', 'limit_reached'],
  })
  async createComment(
    @Caller() user: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Body() { text }: CreateComment,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    requireWriter(user);
    const comment = await this.messenger.request('comment.create', {
      ...{ userId: user.userId, campaignId, id: mintId() },
      ...{ actor: actorOf(user), text: text.trim() },
    });
    reply.header('location', `/api/v1/campaigns/${campaignId}/comments/${comment.id}`);
    return { data: { createComment: presentComment(comment) } };
  }

  @Get(':commentId')
  @Operation({ summary: 'Read a comment', answer: CommentView })
  async comment(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Param('commentId', existing('comment')) id: string,
  ) {
    const comment = await this.messenger.request('comment.get', { userId, campaignId, id });
    return { data: { comment: presentComment(comment) } };
  }

  @Delete(':commentId')
  @NeedsScope('read')
  @Operation({
    summary: 'Delete a comment',
    description:
      'Requires the scope `write`, or the session of an approver. Deleting the comment of another author requires the scope `admin`.',
    answer: DeletedView,
    errors: ['insufficient_scope'],
  })
  async deleteComment(
    @Caller() user: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Param('commentId', existing('comment')) id: string,
  ) {
    requireWriter(user);
    const deleted = await this.messenger.request('comment.delete', {
      ...{ userId: user.userId, campaignId, id, by: requestedBy(user) },
      ofAnyone: user.scopes.includes('admin'),
    });
    return { data: { deleteComment: presentDeleted(deleted) } };
  }
}
