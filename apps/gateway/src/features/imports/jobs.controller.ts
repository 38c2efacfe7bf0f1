import type { ImportKind, Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { FileAnswer } from '../../http/routes';
import { existing } from '../../http/input/path-id';
import { type Content, Operation } from '../../openapi/operation';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { type ExportedFile, Exports, type Formulas, rejectedLines } from './downloads';
import { CSV } from './file-body';
import { ImportView, RemovalView, presentImport, presentRemoval } from './import.presenter';
import { RejectedQuery } from './job.input';

const rejectedContent: Content = {
  media: {
    [CSV]: Type.String({
      examples: ['line,reason,text\r\n3,identifier: invalid_email,"EMAIL,ann@,Ann"\r\n'],
    }),
  },
};
const rejected = {
  summary: 'Download the rejected lines',
  description:
    'Returns the lines in the order of the file, with line number and reason. If the file FAILED, the last line contains the cause. Lines are stored for 30 days.',
  answer: rejectedContent,
};
const rejectedType = (): string => CSV;

/** The progress and results of file imports and removals, which have the same form. */
@Controller('api/v1')
export class JobsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly exports: Exports,
  ) {}

  @Get('imports')
  @Operation({ summary: 'List the imports', answer: Type.Array(ImportView) })
  async imports(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const imports = await this.list(userId, 'ADD', query, reply);
    return { data: { imports: imports.map(presentImport) } };
  }

  @Get('imports/:id')
  @Operation({ summary: 'Read the progress of an import', answer: ImportView })
  async import(@Caller() { userId }: User, @Param('id', existing('import')) id: string) {
    const job = await this.messenger.request('import.get', { userId, kind: 'ADD', id });
    return { data: { import: presentImport(job) } };
  }

  @Get('imports/:id/rejected')
  @NeedsScope('write')
  @FileAnswer(rejectedType)
  @Operation(rejected)
  rejectedOfImport(
    @Caller() user: User,
    @Param('id', existing('import')) id: string,
    @Query() { formulas = 'keep' }: RejectedQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.rejected(user, { kind: 'ADD', id }, formulas, reply);
  }

  @Get('removals')
  @Operation({ summary: 'List the removals', answer: Type.Array(RemovalView) })
  async removals(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const removals = await this.list(userId, 'REMOVE', query, reply);
    return { data: { removals: removals.map(presentRemoval) } };
  }

  @Get('removals/:id')
  @Operation({ summary: 'Read the progress of a removal', answer: RemovalView })
  async removal(@Caller() { userId }: User, @Param('id', existing('removal')) id: string) {
    const job = await this.messenger.request('import.get', { userId, kind: 'REMOVE', id });
    return { data: { removal: presentRemoval(job) } };
  }

  @Get('removals/:id/rejected')
  @NeedsScope('write')
  @FileAnswer(rejectedType)
  @Operation(rejected)
  rejectedOfRemoval(
    @Caller() user: User,
    @Param('id', existing('removal')) id: string,
    @Query() { formulas = 'keep' }: RejectedQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.rejected(user, { kind: 'REMOVE', id }, formulas, reply);
  }

  private list(userId: string, kind: ImportKind, query: PageQuery, reply: FastifyReply) {
    return this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('import.list', { userId, kind, ...slice }),
    );
  }

  private async rejected(
    user: User,
    { kind, id }: Pick<Payload<'import.get'>, 'kind' | 'id'>,
    formulas: Formulas,
    reply: FastifyReply,
  ) {
    const which = { userId: user.userId, kind, id };
    await this.messenger.request('import.get', which);
    const file: ExportedFile = {
      name: `rejected-${id}.csv`,
      type: CSV,
      action: 'rejected_lines.exported',
      target: { type: kind === 'ADD' ? 'import' : 'removal', id, name: null },
      changes: [],
    };
    return this.exports.answer(user, reply, file, () => rejectedLines(this.messenger, which, formulas));
  }
}
