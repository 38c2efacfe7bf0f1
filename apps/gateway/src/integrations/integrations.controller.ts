import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, type User, askedBy } from '../access/caller';
import { atLeastOne } from '../checks/at-least-one';
import { readChannel } from '../checks/channel';
import { existing } from '../checks/path-id';
import { presentDeleted } from '../http/deleted.presenter';
import { DEFAULT_LIMIT, Lists } from '../paging/lists';
import { IntegrationCommands } from './integration-commands';
import {
  CreateIntegration,
  IntegrationsQuery,
  TestIntegration,
  UpdateIntegration,
} from './integration.input';
import { presentCheck, presentIntegration } from './integration.presenter';

@Controller('api/v1/integrations')
export class IntegrationsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly commands: IntegrationCommands,
  ) {}

  @Get()
  async list(
    @Caller() { userId }: User,
    @Query() query: IntegrationsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const channel = readChannel(query.channel) ?? null;
    const list = { userId, query, defaultLimit: DEFAULT_LIMIT };
    const integrations = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('integration.list', { userId, channel, ...slice }),
    );
    return { data: { integrations: integrations.map(presentIntegration) } };
  }

  @Post()
  async create(
    @Caller() user: User,
    @Body() input: CreateIntegration,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const command = this.commands.create(user, input);
    const integration = await this.messenger.request('integration.create', command);
    reply.header('location', `/api/v1/integrations/${integration.id}`);
    return { data: { createIntegration: presentIntegration(integration) } };
  }

  @Get(':id')
  async get(@Caller() { userId }: User, @Param('id', existing('integration')) id: string) {
    const integration = await this.messenger.request('integration.get', { userId, id });
    return { data: { integration: presentIntegration(integration) } };
  }

  @Patch(':id')
  async update(
    @Caller() user: User,
    @Param('id', existing('integration')) id: string,
    @Body() change: UpdateIntegration,
  ) {
    const command = await this.commands.update(user, id, atLeastOne(change));
    const integration = await this.messenger.request('integration.update', command);
    return { data: { updateIntegration: presentIntegration(integration) } };
  }

  @Delete(':id')
  async delete(@Caller() user: User, @Param('id', existing('integration')) id: string) {
    const command = { by: askedBy(user), userId: user.userId, id };
    const deleted = await this.messenger.request('integration.delete', command);
    return { data: { deleteIntegration: presentDeleted(deleted) } };
  }

  @Post(':id/test')
  @HttpCode(200)
  async test(
    @Caller() { userId }: User,
    @Param('id', existing('integration')) id: string,
    @Body() input: TestIntegration,
  ) {
    const command = await this.commands.test(userId, id, input);
    const check = await this.messenger.request('integration.test', command);
    return { data: { testIntegration: presentCheck(check) } };
  }
}
