import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, type User, requestedBy } from '../../security/caller';
import {
  CreateSavedFilter,
  UpdateSavedFilter,
  toCreateSavedFilter,
  toUpdateSavedFilter,
} from './saved-filter.input';
import { SavedFilterView, presentSavedFilter } from './saved-filter.presenter';

@Controller('api/v1/saved-filters')
export class SavedFiltersController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the saved filters',
    description: 'Lists the filters of the campaign list that all members of the account see, oldest first.',
    answer: Type.Array(SavedFilterView),
  })
  async savedFilters(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const filters = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('saved-filter.list', { userId, ...slice }),
    );
    return { data: { savedFilters: filters.map(presentSavedFilter) } };
  }

  @Post()
  @Operation({
    creates: 'saved_filter',
    summary: 'Save a filter of the campaign list',
    description:
      'Saves a filter with the rules of `GET /campaigns`. Absent fields and `null` do not limit the list. A filter finds nothing if no campaign has its tag.',
    answer: SavedFilterView,
    errors: ['saved_filter_name_taken', 'quota_exceeded'],
  })
  async createSavedFilter(
    @Caller() user: User,
    @Body() input: CreateSavedFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const filter = await this.messenger.request('saved-filter.create', toCreateSavedFilter(user, input));
    reply.header('location', `/api/v1/saved-filters/${filter.id}`);
    return { data: { createSavedFilter: presentSavedFilter(filter) } };
  }

  @Get(':savedFilterId')
  @Operation({ summary: 'Read a saved filter', answer: SavedFilterView })
  async savedFilter(
    @Caller() { userId }: User,
    @Param('savedFilterId', existing('saved_filter')) id: string,
  ) {
    const filter = await this.messenger.request('saved-filter.get', { userId, id });
    return { data: { savedFilter: presentSavedFilter(filter) } };
  }

  @Patch(':savedFilterId')
  @Operation({
    summary: 'Rename or change a saved filter',
    description: 'Changes the given fields. Send `null` to no longer limit the list by a field.',
    answer: SavedFilterView,
    errors: ['saved_filter_name_taken'],
  })
  async updateSavedFilter(
    @Caller() user: User,
    @Param('savedFilterId', existing('saved_filter')) id: string,
    @Body() input: UpdateSavedFilter,
  ) {
    const filter = await this.messenger.request('saved-filter.update', toUpdateSavedFilter(user, id, input));
    return { data: { updateSavedFilter: presentSavedFilter(filter) } };
  }

  @Delete(':savedFilterId')
  @Operation({
    summary: 'Delete a saved filter',
    description: 'Campaigns do not change.',
    answer: DeletedView,
  })
  async deleteSavedFilter(
    @Caller() user: User,
    @Param('savedFilterId', existing('saved_filter')) id: string,
  ) {
    const command = { userId: user.userId, id, by: requestedBy(user) };
    const deleted = await this.messenger.request('saved-filter.delete', command);
    return { data: { deleteSavedFilter: presentDeleted(deleted) } };
  }
}
