import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../checks/path-id';
import { presentDeleted } from '../http/deleted.presenter';
import { DEFAULT_LIMIT, Lists } from '../paging/lists';
import {
  CreateSuppression,
  DeleteSuppressions,
  SuppressionsQuery,
  toFilters,
  toSuppress,
} from './suppression.input';
import { presentSuppression } from './suppression.presenter';

@Controller('api/v1/suppressions')
export class SuppressionsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  async list(
    @Caller() { userId }: User,
    @Query() query: SuppressionsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = { userId, query, defaultLimit: DEFAULT_LIMIT };
    const suppressions = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('suppression.list', { userId, ...toFilters(query), ...slice }),
    );
    return { data: { suppressions: suppressions.map(presentSuppression) } };
  }

  /** 200 where the address was suppressed before. */
  @Post()
  async create(
    @Caller() user: User,
    @Body() input: CreateSuppression,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const command = toSuppress(user, input);
    const { suppression, created } = await this.messenger.request('suppression.create', command);
    if (created) reply.header('location', `/api/v1/suppressions/${suppression.id}`);
    else reply.status(HttpStatus.OK);
    return { data: { createSuppression: presentSuppression(suppression) } };
  }

  @Get(':id')
  async get(@Caller() { userId }: User, @Param('id', existing('suppression')) id: string) {
    const suppression = await this.messenger.request('suppression.get', { userId, id });
    return { data: { suppression: presentSuppression(suppression) } };
  }

  @Delete()
  async delete(@Caller() { userId }: User, @Body() input: DeleteSuppressions) {
    const ids = [...new Set(input.suppressionIds)];
    const confirmConsent = input.confirmConsent === true;
    const deleted = await this.messenger.request('suppression.delete', { userId, ids, confirmConsent });
    return { data: { deleteSuppressions: presentDeleted(deleted) } };
  }
}
