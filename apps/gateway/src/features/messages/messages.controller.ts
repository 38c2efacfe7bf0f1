import type { InboundMessage } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { addressIn } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { Operation } from '../../openapi/operation';
import { Caller, type User, requestedBy } from '../../security/caller';
import { InboundMessageView, presentMessage } from './message.presenter';
import { InboundMessagesQuery } from './message.input';

/** Inbound messages. */
@Controller('api/v1/messages/inbound')
export class MessagesController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the inbound messages',
    description: 'Newest first. By default, messages are stored for 90 days, like deliveries.',
    answer: Type.Array(InboundMessageView),
  })
  async inboundMessages(
    @Caller() { userId }: User,
    @Query() query: InboundMessagesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const channel = readChannel(query.channel) ?? null;
    const filters = {
      channel,
      meaning: query.meaning ?? null,
      address: addressIn(query.identifier, channel),
    };
    const messages = await this.lists.answer<InboundMessage>(reply, { userId, query }, (slice) =>
      this.messenger.request('inbound-message.list', { userId, ...filters, ...slice }),
    );
    return { data: { inboundMessages: messages.map(presentMessage) } };
  }

  @Post(':id/opt-out')
  @HttpCode(200)
  @Operation({
    summary: 'Mark a message as an opt-out',
    description:
      'Suppresses the person on the channel with the reason STOPPED, as if they had sent STOP. Use it for messages that were not recognized. Repeated requests have no effect.',
    answer: InboundMessageView,
  })
  async optOutInboundMessage(@Caller() user: User, @Param('id', existing('inbound_message')) id: string) {
    const command = { userId: user.userId, id, by: requestedBy(user) };
    const { message } = await this.messenger.request('inbound-message.opt-out', command);
    return { data: { optOutInboundMessage: presentMessage(message) } };
  }
}
