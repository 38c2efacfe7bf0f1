import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { PersonView, presentPerson } from '../people';
import { CreateSegment, PreviewSegment, UpdateSegment } from './segment.input';
import {
  SegmentCountView,
  SegmentPreviewView,
  SegmentView,
  presentCount,
  presentPreview,
  presentSegment,
} from './segment.presenter';

/** The number of people that a preview shows. */
const SAMPLE = 5;

@Controller('api/v1/segments')
export class SegmentsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ summary: 'List the segments', answer: Type.Array(SegmentView) })
  async segments(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const segments = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('segment.list', { userId, ...slice }),
    );
    return { data: { segments: segments.map(presentSegment) } };
  }

  @Post()
  @Operation({
    creates: 'segment',
    summary: 'Create a segment',
    description:
      'Names a selection of people. A segment has no list of members: it is evaluated when a campaign starts.',
    answer: SegmentView,
    errors: ['limit_reached'],
  })
  async createSegment(
    @Caller() user: User,
    @Body() { name, conditions }: CreateSegment,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const create = { by: requestedBy(user), userId: user.userId, id: mintId(), name, conditions };
    const segment = await this.messenger.request('segment.create', create);
    reply.header('location', `/api/v1/segments/${segment.id}`);
    return { data: { createSegment: presentSegment(segment) } };
  }

  @Post('preview')
  @HttpCode(200)
  @NeedsScope('read')
  @Operation({
    summary: 'Preview conditions',
    description:
      'Counts the people who match conditions, and shows some of them. If counting takes longer than a second or two, ' +
      'the count continues, and a repeated request returns its progress.',
    answer: SegmentPreviewView,
  })
  async previewSegment(@Caller() { userId }: User, @Body() { conditions }: PreviewSegment) {
    const [counts, some] = await Promise.all([
      this.messenger.request('segment.count', { userId, conditions }),
      this.messenger.request('segment.people', { userId, conditions, after: null, limit: SAMPLE }),
    ]);
    const sample = counts.problems.length > 0 ? [] : some.items;
    return { data: { previewSegment: presentPreview(counts, sample) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read a segment', answer: SegmentView })
  async segment(@Caller() { userId }: User, @Param('id', existing('segment')) id: string) {
    return { data: { segment: presentSegment(await this.messenger.request('segment.get', { userId, id })) } };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a segment',
    description:
      'Changes the name, the conditions, or both. Campaigns that have started keep the conditions that they started with.',
    answer: SegmentView,
  })
  async updateSegment(
    @Caller() user: User,
    @Param('id', existing('segment')) id: string,
    @Body() { name, conditions }: UpdateSegment,
  ) {
    const changes = { ...(name !== undefined && { name }), ...(conditions && { conditions }) };
    const update = { by: requestedBy(user), userId: user.userId, id, ...changes };
    return {
      data: { updateSegment: presentSegment(await this.messenger.request('segment.update', update)) },
    };
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a segment',
    description:
      'Deletes the segment. The people stay. Drafts that name the segment cannot be published anymore.',
    answer: DeletedView,
    errors: ['segment_in_use'],
  })
  async deleteSegment(@Caller() user: User, @Param('id', existing('segment')) id: string) {
    const deletion = { by: requestedBy(user), userId: user.userId, id };
    return {
      data: { deleteSegment: presentDeleted(await this.messenger.request('segment.delete', deletion)) },
    };
  }

  @Get(':id/count')
  @Operation({
    summary: 'Count the people of a segment',
    answer: SegmentCountView,
  })
  async segmentCount(@Caller() { userId }: User, @Param('id', existing('segment')) id: string) {
    const { conditions } = await this.messenger.request('segment.get', { userId, id });
    const counts = await this.messenger.request('segment.count', { userId, conditions });
    return { data: { segmentCount: presentCount(counts) } };
  }

  @Get(':id/people')
  @Operation({
    summary: 'List the people of a segment',
    description:
      'Lists the people who match now, oldest first. A page can be empty even if more pages follow.',
    answer: Type.Array(PersonView),
  })
  async segmentPeople(
    @Caller() { userId }: User,
    @Param('id', existing('segment')) id: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { conditions } = await this.messenger.request('segment.get', { userId, id });
    const people = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('segment.people', { userId, conditions, ...slice }),
    );
    return { data: { segmentPeople: people.map(presentPerson) } };
  }
}
