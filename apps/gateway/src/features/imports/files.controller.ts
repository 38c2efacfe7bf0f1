import type { Import } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, HttpCode, Param, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { FileAnswer, UploadRoute } from '../../http/routes';
import { mintId } from '../../http/idempotency/minting';
import { validCountry } from '../../http/input/country';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { columnOptions } from './column-options';
import { type ExportedFile, Exports, exportedMembers } from './downloads';
import { CSV, NDJSON, fileOfPeople, validFormat, peopleContent } from './file-body';
import { ImportView, RemovalView, presentImport, presentRemoval } from './import.presenter';
import { type FileUpload, ReceiveFile } from './receive-file';
import { ImportQuery, FileQuery, ExportQuery, statedForm } from './file.input';

/** Imports, removes, and exports a group's members as files. */
@Controller('api/v1/groups/:groupId')
export class FilesController {
  constructor(
    private readonly receiveFile: ReceiveFile,
    private readonly messenger: Messenger,
    private readonly exports: Exports,
  ) {}

  @Post('import')
  @HttpCode(202)
  @UploadRoute(fileOfPeople)
  @Operation({
    creates: 'import',
    summary: 'Import members from a file',
    description:
      'Accepts a file of any size as a stream. CSV has a header row with `integration` and `identifier`; the other columns are extra data. NDJSON has one `POST /subscribers` body per line, without `groupSlug`. CSV that is not in UTF-8 with commas is rejected with the detected form, unless the parameters specify the form. After the file is stored, the response contains the import. Poll it to see the progress.',
    body: peopleContent,
    answer: ImportView,
    errors: ['limit_reached', 'quota_exceeded', 'file_form_unclear'],
  })
  async createImport(
    @Caller() user: User,
    @Param('groupId', existing('group')) groupId: string,
    @Query() query: ImportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const fills = query.onExisting === 'fill';
    const onExisting = query.onExisting === 'update' ? 'update' : 'skip';
    const options = {
      groupId,
      kind: 'ADD',
      onExisting,
      ...(fills && { fills }),
      ...(query.columns !== undefined && { columns: columnOptions(query.columns) }),
      ...(query.dryRun === 'true' && { dryRun: true as const }),
    } as const;
    const created = await this.receive(user, options, query, reply);
    reply.header('location', `/api/v1/imports/${created.id}`);
    return { data: { createImport: presentImport(created) } };
  }

  @Post('remove')
  @HttpCode(202)
  @UploadRoute(fileOfPeople)
  @Operation({
    creates: 'removal',
    summary: 'Remove the members in a file',
    description:
      'Accepts a file as `createImport` does, and removes the members with these `integration` and `identifier` values from the group. All other columns and fields are ignored.',
    body: peopleContent,
    answer: RemovalView,
    errors: ['limit_reached', 'quota_exceeded', 'file_form_unclear'],
  })
  async createRemoval(
    @Caller() user: User,
    @Param('groupId', existing('group')) groupId: string,
    @Query() query: FileQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const created = await this.receive(user, { groupId, kind: 'REMOVE', onExisting: 'skip' }, query, reply);
    reply.header('location', `/api/v1/removals/${created.id}`);
    return { data: { createRemoval: presentRemoval(created) } };
  }

  @Get('export')
  @NeedsScope('write')
  @FileAnswer(exportType)
  @Operation({
    summary: 'Export the members of a group',
    description:
      'Returns the members, oldest first, in the format of `createImport`. In CSV, all values are text, and nested values are JSON. NDJSON is lossless.',
    answer: peopleContent,
    errors: ['limit_reached'],
  })
  async exportGroup(
    @Caller() user: User,
    @Param('groupId', existing('group')) groupId: string,
    @Query() { format = 'csv', formulas = 'keep' }: ExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { userId } = user;
    const { slug, name } = await this.messenger.request('group.get', { userId, id: groupId });
    const file: ExportedFile = {
      name: `${slug}.${format}`,
      type: format === 'csv' ? CSV : NDJSON,
      action: 'group.exported',
      target: { type: 'group', id: groupId, name },
      changes: [{ field: 'format', before: null, after: format }],
    };
    return this.exports.answer(user, reply, file, () =>
      exportedMembers(this.messenger, { userId, groupId }, format, formulas, reply),
    );
  }

  private receive(
    { userId, keyId, defaultCountry: ofAccount }: User,
    options: Pick<FileUpload, 'groupId' | 'kind' | 'onExisting' | 'fills' | 'columns' | 'dryRun'>,
    query: FileQuery,
    reply: FastifyReply,
  ): Promise<Import> {
    const format = validFormat(reply.request.headers['content-type']);
    const country = validCountry(query.defaultCountry ?? ofAccount);
    const file = {
      id: mintId(),
      userId,
      keyId,
      format,
      ...(country !== undefined && { defaultCountry: country }),
    };
    return this.receiveFile.receive({ ...file, ...options, form: statedForm(query) }, reply);
  }
}

/** Reads a query parameter before the query is validated. */
function exportType(query: unknown): string {
  return (query as { format?: unknown }).format === 'ndjson' ? NDJSON : CSV;
}
