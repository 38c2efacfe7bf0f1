import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { canonical, validChannel } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Lists } from '../../http/paging/lists';
import { SuppressionHistoryView, presentHistory } from './history.presenter';
import { SuppressionView, presentSuppression } from './suppression.presenter';
import {
  SuppressionsQuery,
  toFilters,
  CreateSuppression,
  toSuppress,
  HistoryQuery,
  DeleteSuppressions,
} from './suppression.input';

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

  /** Returns 200 if the address was already suppressed. */
  @Post()
  @Operation({
    creates: 'suppression',
    summary: 'Suppress an address',
    statuses: { 200: 'The address was already suppressed; your reason is added', 201: 'Created' },
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

  @Get('history')
  @Operation({
    summary: 'Read why an address is or was suppressed',
    description:
      'All current reasons, strongest first, and the latest fifty lifted ones, newest first, with who lifted them, when, and why. Both lists are empty for an unknown address.',
    answer: SuppressionHistoryView,
  })
  async suppressionHistory(@Caller() { userId }: User, @Query() { channel, identifier }: HistoryQuery) {
    const validated = validChannel(channel);
    const request = { userId, channel: validated, address: canonical(validated, identifier) };
    const history = await this.messenger.request('suppression.history', request);
    return { data: { suppressionHistory: presentHistory(history) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a suppression', answer: SuppressionView })
  async suppression(@Caller() { userId }: User, @Param('id', existing('suppression')) id: string) {
    const suppression = await this.messenger.request('suppression.get', { userId, id });
    return { data: { suppression: presentSuppression(suppression) } };
  }

  @Delete()
  @NeedsScope('consent')
  @Operation({
    summary: 'Delete suppressions',
    description:
      "Lifts suppressions with all their reasons, which remain in the history of the address. A person's own opt-out is lifted only with `confirmConsent: true`. Without it, no suppression is lifted.",
    answer: DeletedView,
    errors: ['suppression_by_recipient'],
  })
  async deleteSuppressions(@Caller() user: User, @Body() input: DeleteSuppressions) {
    const ids = [...new Set(input.suppressionIds)];
    const confirmConsent = input.confirmConsent === true;
    const deleted = await this.messenger.request('suppression.delete', {
      ...{ userId: user.userId, ids, confirmConsent, by: requestedBy(user) },
      ...(input.reason !== undefined && { reason: input.reason }),
    });
    return { data: { deleteSuppressions: presentDeleted(deleted) } };
  }
}
