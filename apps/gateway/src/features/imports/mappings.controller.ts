import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { optionsOf } from './column-options';
import { SaveImportMapping } from './mapping.input';
import { ImportMappingView, presentMapping } from './mapping.presenter';

/** How the account read the columns of its latest files. */
@Controller('api/v1/import-mappings')
export class MappingsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List how the columns of files were read',
    description: 'Lists the choices for the 20 latest sets of headers.',
    answer: Type.Array(ImportMappingView),
  })
  async importMappings(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const mappings = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('import-mapping.list', { userId, ...slice }),
    );
    return { data: { importMappings: mappings.map(presentMapping) } };
  }

  @Post()
  @HttpCode(200)
  @NeedsScope('write')
  @Operation({
    summary: 'Remember how to read the columns of a file',
    description:
      'Stores the choices for files with these headers, for all members of the account. They replace those of the same set of headers. Imports do not use them on their own.',
    answer: ImportMappingView,
  })
  async saveImportMapping(
    @Caller() { userId }: User,
    @Body() { columns, fields, everybody, options = {} }: SaveImportMapping,
  ) {
    const saved = await this.messenger.request('import-mapping.save', {
      userId,
      columns,
      fields: Object.entries(fields).map(([field, column]) => ({ field, column })),
      ...(everybody !== undefined && { everybody }),
      options: optionsOf(options),
    });
    return { data: { saveImportMapping: presentMapping(saved) } };
  }
}
