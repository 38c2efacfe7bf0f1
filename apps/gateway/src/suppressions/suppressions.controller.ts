import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { DeletedView, presentDeleted } from '../http/deleted.presenter';
import { Lists } from '../paging/lists';
import {
  CreateSuppression,
  DeleteSuppressions,
  SuppressionsQuery,
  toFilters,
  toSuppress,
} from './suppression.input';
import { SuppressionView, presentSuppression } from './suppression.presenter';

@Controller('api/v1/suppressions')
export class SuppressionsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ summary: 'List the suppressions', answer: Type.Array(SuppressionView) })
  async suppressions(
    @Caller() { userId }: User,
    @Query() query: SuppressionsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const suppressions = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('suppression.list', { userId, ...toFilters(query), ...slice }),
    );
    return { data: { suppressions: suppressions.map(presentSuppression) } };
  }

  /** 200 where the address was suppressed before. */
  @Post()
  @Operation({
    creates: 'suppression',
    summary: 'Suppress an address',
    statuses: { 200: 'It was suppressed already; yours is one more reason', 201: 'Created' },
    answer: SuppressionView,
  })
  async createSuppression(
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
  @Operation({ summary: 'Read a suppression', answer: SuppressionView })
  async suppression(@Caller() { userId }: User, @Param('id', existing('suppression')) id: string) {
    const suppression = await this.messenger.request('suppression.get', { userId, id });
    return { data: { suppression: presentSuppression(suppression) } };
  }

  @Delete()
  @Operation({
    summary: 'Delete suppressions',
    description:
      'Deletes suppressions, with all their reasons. What a person asked for themselves is deleted only with `confirmConsent: true`; otherwise nothing is.',
    answer: DeletedView,
    errors: ['suppression_by_recipient'],
  })
  async deleteSuppressions(@Caller() { userId }: User, @Body() input: DeleteSuppressions) {
    const ids = [...new Set(input.suppressionIds)];
    const confirmConsent = input.confirmConsent === true;
    const deleted = await this.messenger.request('suppression.delete', { userId, ids, confirmConsent });
    return { data: { deleteSuppressions: presentDeleted(deleted) } };
  }
}
