import type { Sender } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { SenderVerifyTokens } from '../callbacks';
import { SenderCommands } from './sender-commands';
import { CreateSender, SendersQuery, TestSender, UpdateSender } from './sender.input';
import { ContentTemplateView, presentContentTemplate } from './content-template.presenter';
import { RampUpStateAnswer, presentRampUpState } from './ramp-up.presenter';
import { CheckView, SenderView, presentCheck, presentSender } from './sender.presenter';

@Controller('api/v1/senders')
export class SendersController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly commands: SenderCommands,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    private readonly verifyTokens: SenderVerifyTokens,
  ) {}

  @Get()
  @Operation({ summary: 'List the senders', answer: Type.Array(SenderView) })
  async senders(
    @Caller() { userId }: User,
    @Query() query: SendersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const channel = readChannel(query.channel) ?? null;
    const senders = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('sender.list', { userId, channel, ...slice }),
    );
    return { data: { senders: senders.map((each) => this.present(each)) } };
  }

  @Post()
  @NeedsScope('admin')
  @Operation({
    creates: 'sender',
    summary: 'Create a sender',
    description:
      'Creates a sender that uses your own account at a provider. The first sender of a channel becomes its default sender. An account can have at most 50 senders.',
    answer: SenderView,
    errors: ['sender_name_taken', 'limit_reached'],
  })
  async createSender(
    @Caller() user: User,
    @Body() input: CreateSender,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const sender = await this.messenger.request('sender.create', this.commands.create(user, input));
    reply.header('location', `/api/v1/senders/${sender.id}`);
    return { data: { createSender: this.present(sender) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a sender', answer: SenderView })
  async sender(@Caller() { userId }: User, @Param('id', existing('sender')) id: string) {
    return { data: { sender: this.present(await this.commands.find(userId, id)) } };
  }

  @Patch(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Change a sender',
    description:
      'Changes the given settings. Omitted secrets stay unchanged. `null` removes an optional setting. You cannot change the channel or the provider.',
    answer: SenderView,
    errors: ['sender_name_taken'],
  })
  async updateSender(
    @Caller() user: User,
    @Param('id', existing('sender')) id: string,
    @Body() change: UpdateSender,
  ) {
    const command = await this.commands.update(user, id, change);
    return { data: { updateSender: this.present(await this.messenger.request('sender.update', command)) } };
  }

  @Delete(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Delete a sender',
    description: 'You can delete the default sender of a channel only if the channel has no other sender.',
    answer: DeletedView,
    errors: ['sender_in_use', 'default_sender'],
  })
  async deleteSender(@Caller() user: User, @Param('id', existing('sender')) id: string) {
    const deleted = await this.messenger.request('sender.delete', this.named(user, id));
    return { data: { deleteSender: presentDeleted(deleted) } };
  }

  @Post(':id/default')
  @NeedsScope('admin')
  @Operation({
    summary: 'Make a sender the default',
    description:
      'Campaigns that name no sender for the channel then use this sender. A campaign that has already started keeps its sender.',
    answer: SenderView,
  })
  @HttpCode(200)
  async makeSenderDefault(@Caller() user: User, @Param('id', existing('sender')) id: string) {
    const sender = await this.messenger.request('sender.make-default', this.named(user, id));
    return { data: { makeSenderDefault: this.present(sender) } };
  }

  @Post(':id/test')
  @NeedsScope('admin')
  @Operation({
    summary: 'Test a sender',
    description:
      'Tests the connection and the credentials. With an `identifier`, also sends one message to this address, which requires the scope `send`. If the provider rejects the message, the response is `ok: false`, not an error.',
    answer: CheckView,
  })
  @HttpCode(200)
  async testSender(
    @Caller() user: User,
    @Param('id', existing('sender')) id: string,
    @Body() input: TestSender,
  ) {
    if (input.identifier !== undefined) needScope(user, 'send');
    const command = await this.commands.test(user.userId, id, input);
    return { data: { testSender: presentCheck(await this.messenger.request('sender.test', command)) } };
  }

  @Get(':id/ramp-up')
  @Operation({
    summary: 'Read the daily limits of a sender',
    description: 'Returns the limits for the current day, and the number of emails sent so far.',
    answer: RampUpStateAnswer,
  })
  async rampUp(@Caller() { userId }: User, @Param('id', existing('sender')) id: string) {
    const { rampUp } = await this.commands.find(userId, id);
    const state = rampUp && (await this.messenger.request('dispatch.ramp-up', { senderId: id, rampUp }));
    return { data: { rampUp: state ? presentRampUpState(state) : null } };
  }

  @Post(':id/ramp-up/resume')
  @NeedsScope('admin')
  @Operation({
    summary: 'Resume a sender after too many bounces or complaints',
    description:
      'Ends the automatic pause of a sender with daily limits. The limits continue to grow from the day of the pause. If the sender is not paused, nothing changes.',
    answer: RampUpStateAnswer,
  })
  @HttpCode(200)
  async resumeRampUp(@Caller() { userId }: User, @Param('id', existing('sender')) id: string) {
    const { rampUp } = await this.commands.find(userId, id);
    const resumed =
      rampUp && (await this.messenger.request('dispatch.resume-ramp-up', { senderId: id, rampUp }));
    return { data: { resumeRampUp: resumed ? presentRampUpState(resumed) : null } };
  }

  @Get(':id/content-templates')
  @Operation({
    summary: 'List the WhatsApp templates of a sender',
    description:
      'Returns the templates that the provider stores, in the order of the provider, with their approval status at WhatsApp. Only TWILIO and META store templates.',
    answer: Type.Array(ContentTemplateView),
    errors: ['content_templates_unsupported', 'provider_failed'],
  })
  async contentTemplates(
    @Caller() { userId }: User,
    @Param('id', existing('sender')) id: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const templates = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('sender.content-templates', { userId, id, ...slice }),
    );
    return { data: { contentTemplates: templates.map(presentContentTemplate) } };
  }

  private named(user: User, id: string) {
    return { by: requestedBy(user), userId: user.userId, id };
  }

  private present(sender: Sender) {
    const verifyToken = this.verifyTokens.make(sender.id);
    return presentSender({ ...sender, publicUrl: this.config.PUBLIC_URL, verifyToken });
  }
}
