import type { Comment, Deleted, Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { Campaigns } from '../campaigns';
import { Comments } from './comments';
import { EditComments } from './edit-comments';

@Controller()
export class CommentsController {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly comments: Comments,
    private readonly editComments: EditComments,
  ) {}

  @Command('comment.list')
  async list(query: Payload<'comment.list'>): Promise<Reply<'comment.list'>> {
    await this.campaigns.require(query.campaignId, query.userId);
    return this.comments.page(query);
  }

  @Command('comment.get')
  async get(query: Payload<'comment.get'>): Promise<Comment> {
    await this.campaigns.require(query.campaignId, query.userId);
    return this.comments.get(query);
  }

  @Command('comment.create')
  create(command: Payload<'comment.create'>): Promise<Comment> {
    return this.editComments.create(command);
  }

  @Command('comment.delete')
  delete(command: Payload<'comment.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editComments.delete(command, messageId);
  }
}
