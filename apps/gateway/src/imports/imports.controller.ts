import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { FileAnswer } from '../http/long-answer';
import { PageQuery } from '../paging/page-query';
import { ImportView, presentImport } from './import.presenter';
import { Jobs } from './jobs';
import { rejectedContent, rejectedType } from './downloading/rejected.view';

@Controller('api/v1/imports')
export class ImportsController {
  constructor(private readonly jobs: Jobs) {}

  @Get()
  @Operation({ summary: 'List the imports', answer: Type.Array(ImportView) })
  async imports(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const imports = await this.jobs.list(userId, 'ADD', query, reply);
    return { data: { imports: imports.map(presentImport) } };
  }

  @Get(':id')
  @Operation({ summary: 'See how far an import is', answer: ImportView })
  async import(@Caller() { userId }: User, @Param('id', existing('import')) id: string) {
    return { data: { import: presentImport(await this.jobs.get(userId, 'ADD', id)) } };
  }

  @Get(':id/rejected')
  @FileAnswer(rejectedType)
  @Operation({
    summary: 'Download the lines that were not taken',
    description:
      'In the order of the file, with line and reason; of a file that FAILED the last one says why. They are kept for 30 days.',
    answer: rejectedContent,
  })
  rejectedOfImport(
    @Caller() { userId }: User,
    @Param('id', existing('import')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.jobs.rejected(userId, 'ADD', id, reply);
  }
}
