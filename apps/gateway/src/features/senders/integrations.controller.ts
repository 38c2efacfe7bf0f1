import { AppError, type Sender } from '@carillon/contracts';
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
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { CreateIntegration, TestIntegration, UpdateIntegration } from './integration.input';
import { IntegrationView, presentIntegration } from './integration.presenter';
import { SenderCommands } from './sender-commands';
import { SendersQuery } from './sender.input';
import { CheckView, presentCheck } from './sender.presenter';

/** The contract's view of senders: the default sender of each channel. */
@Controller('api/v1/integrations')
export class IntegrationsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly commands: SenderCommands,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Operation({ summary: 'List the integrations', answer: Type.Array(IntegrationView) })
  async integrations(
    @Caller() { userId }: User,
    @Query() query: SendersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const channel = readChannel(query.channel) ?? null;
    const integrations = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('sender.list', { userId, channel, isDefault: true, ...slice }),
    );
    return { data: { integrations: integrations.map((each) => this.present(each)) } };
  }

  @Post()
  @NeedsScope('admin')
  @Operation({
    creates: 'integration',
    summary: 'Create an integration',
    description:
      'Creates an integration that uses your own account at a provider. Each channel can have one integration.',
    answer: IntegrationView,
    errors: ['integration_exists'],
  })
  async createIntegration(
    @Caller() user: User,
    @Body() input: CreateIntegration,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const command = { ...this.commands.create(user, input), isOnly: true as const };
    const integration = await this.messenger.request('sender.create', command);
    reply.header('location', `/api/v1/integrations/${integration.id}`);
    return { data: { createIntegration: this.present(integration) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read an integration', answer: IntegrationView })
  async integration(@Caller() { userId }: User, @Param('id', existing('integration')) id: string) {
    return { data: { integration: this.present(await this.find(userId, id)) } };
  }

  @Patch(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Change an integration',
    description:
      'Changes the given settings. Omitted secrets stay unchanged. `null` removes an optional setting.',
    answer: IntegrationView,
    errors: ['sender_name_taken'],
  })
  async updateIntegration(
    @Caller() user: User,
    @Param('id', existing('integration')) id: string,
    @Body() change: UpdateIntegration,
  ) {
    await this.find(user.userId, id);
    const integration = await this.asIntegration(async () => {
      const command = await this.commands.update(user, id, change);
      return this.messenger.request('sender.update', command);
    });
    return { data: { updateIntegration: this.present(integration) } };
  }

  @Delete(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Delete an integration',
    answer: DeletedView,
    errors: ['integration_in_use', 'default_sender'],
  })
  async deleteIntegration(@Caller() user: User, @Param('id', existing('integration')) id: string) {
    const command = { by: requestedBy(user), userId: user.userId, id };
    const deleted = await this.asIntegration(() => this.messenger.request('sender.delete', command));
    return { data: { deleteIntegration: presentDeleted(deleted) } };
  }

  @Post(':id/test')
  @NeedsScope('admin')
  @Operation({
    summary: 'Test an integration',
    description:
      'Tests the credentials. With an `identifier`, also sends one message to this address, which requires the scope `send`. If the provider rejects the message, the response is `ok: false`, not an error.',
    answer: CheckView,
  })
  @HttpCode(200)
  async testIntegration(
    @Caller() user: User,
    @Param('id', existing('integration')) id: string,
    @Body() input: TestIntegration,
  ) {
    if (input.identifier !== undefined) needScope(user, 'send');
    await this.find(user.userId, id);
    const check = await this.asIntegration(async () => {
      const command = await this.commands.test(user.userId, id, input);
      return this.messenger.request('sender.test', command);
    });
    return { data: { testIntegration: presentCheck(check) } };
  }

  /** Only a channel's default sender is an integration. */
  private async find(userId: string, id: string): Promise<Sender> {
    const sender = await this.asIntegration(() => this.commands.find(userId, id));
    if (!sender.isDefault) throw new AppError('integration_not_found');
    return sender;
  }

  /** Converts error codes about senders to the codes that the contract's clients know. */
  private async asIntegration<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'sender_not_found') throw new AppError('integration_not_found');
      if (error.code === 'sender_in_use') throw new AppError('integration_in_use');
      throw error;
    }
  }

  private present(integration: Sender) {
    return presentIntegration({ ...integration, publicUrl: this.config.PUBLIC_URL });
  }
}
