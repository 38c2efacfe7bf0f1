import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { type Content, Operation } from '../../openapi/operation';
import { OPERATOR } from '../../http/paging/cursor';
import { Lists } from '../../http/paging/lists';
import { FileAnswer } from '../../http/routes';
import { CSV, type ExportedFile, Exports } from '../imports';
import { auditColumns, auditCsv } from './audit-csv';
import { AuditEntryView, presentAuditEntry } from './audit.presenter';
import { AuditQuery, AuditExportQuery, toAuditFilters } from './audit.input';

/** Managing members requires the scope `admin`, and so do their audit entries. */
function visibleTo(user: User): { withoutPeople?: true } {
  return user.scopes.includes('admin') ? {} : { withoutPeople: true };
}

const answer = Type.Array(AuditEntryView);
const auditContent: Content = {
  media: { [CSV]: Type.String({ examples: [`${auditColumns.join(',')}\r\n`] }) },
};

/** The changes of accounts. Users can read those of their own account, and operators can read all. */
@Controller('api/v1')
export class AuditController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly exports: Exports,
  ) {}

  @Get('account/audit')
  @Operation({
    summary: 'List the audit entries of your account',
    description:
      'Oldest first, unless you set `order`. Entries of campaigns, suppressions, imports, and exports appear within seconds. The operator sets the retention, which is two years by default. Entries of members and their sign-ins require the scope `admin`.',
    answer,
  })
  async auditEntries(
    @Caller() user: User,
    @Query() query: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { data: { auditEntries: await this.entries(reply, user.userId, query, visibleTo(user)) } };
  }

  @Get('account/audit/export')
  @FileAnswer(() => CSV)
  @Operation({
    summary: 'Download the audit entries of your account',
    description: 'Returns the same entries as CSV, oldest first. The download itself is recorded.',
    answer: auditContent,
  })
  async exportAudit(
    @Caller() user: User,
    @Query() { formulas = 'keep', ...query }: AuditExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { userId } = user;
    const filters = { userId, ...toAuditFilters(query), ...visibleTo(user) };
    const file: ExportedFile = {
      name: 'audit.csv',
      type: CSV,
      action: 'audit.exported',
      target: { type: 'user', id: userId, name: null },
      changes: [],
    };
    return this.exports.answer(user, reply, file, () => auditCsv(this.messenger, filters, formulas));
  }

  @Get('operator/users/:id/audit')
  @Operation({
    key: 'auditEntries',
    summary: "List the audit entries of a user's account",
    answer,
  })
  async userAuditEntries(
    @Param('id', existing('user')) id: string,
    @Query() query: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { data: { auditEntries: await this.entries(reply, id, query) } };
  }

  @Get('operator/audit')
  @Operation({
    key: 'auditEntries',
    summary: 'List the audit entries of all accounts and of the operator key',
    answer,
  })
  async allAuditEntries(@Query() query: AuditQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return { data: { auditEntries: await this.entries(reply, null, query) } };
  }

  /** @param userId null for all accounts */
  private async entries(
    reply: FastifyReply,
    userId: string | null,
    query: AuditQuery,
    visible: ReturnType<typeof visibleTo> = {},
  ) {
    const filters = {
      ...toAuditFilters(query),
      ...(query.order === 'newest' && { newestFirst: true }),
    };
    const entries = await this.lists.answer(reply, { userId: userId ?? OPERATOR, query }, (slice) =>
      this.messenger.request('audit.page', { userId, ...filters, ...visible, ...slice }),
    );
    return entries.map(presentAuditEntry);
  }
}
