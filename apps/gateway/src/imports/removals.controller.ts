import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { FileAnswer } from '../http/long-answer';
import { PageQuery } from '../paging/page-query';
import { RemovalView, presentRemoval } from './import.presenter';
import { Jobs } from './jobs';
import { rejectedContent, rejectedType } from './downloading/rejected.view';

@Controller('api/v1/removals')
export class RemovalsController {
  constructor(private readonly jobs: Jobs) {}

  @Get()
  @Operation({ summary: 'List the removals', answer: Type.Array(RemovalView) })
  async removals(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const removals = await this.jobs.list(userId, 'REMOVE', query, reply);
    return { data: { removals: removals.map(presentRemoval) } };
  }

  @Get(':id')
  @Operation({ summary: 'See how far a removal is', answer: RemovalView })
  async removal(@Caller() { userId }: User, @Param('id', existing('removal')) id: string) {
    return { data: { removal: presentRemoval(await this.jobs.get(userId, 'REMOVE', id)) } };
  }

  @Get(':id/rejected')
  @FileAnswer(rejectedType)
  @Operation({
    summary: 'Download the lines that were not taken',
    description:
      'In the order of the file, with line and reason; of a file that FAILED the last one says why. They are kept for 30 days.',
    answer: rejectedContent,
  })
  rejectedOfRemoval(
    @Caller() { userId }: User,
    @Param('id', existing('removal')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.jobs.rejected(userId, 'REMOVE', id, reply);
  }
}
