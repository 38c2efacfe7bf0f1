import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { Lists } from '../paging/lists';
import { AuditQuery, toAuditFilters } from './audit.input';
import { AuditEntryView, presentAuditEntry } from './audit.presenter';

/** Whose the cursors of a list over all accounts are. */
const EVERYBODY = 'operator';

const answer = Type.Array(AuditEntryView);

/** Who changed what of an account: of one's own, and for operators of everybody's. */
@Controller('api/v1')
export class AuditController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get('account/audit')
  @Operation({
    summary: 'List what was changed of your account',
    description: 'Oldest first. Entries are kept for two years.',
    answer,
  })
  async auditEntries(
    @Caller() { userId }: User,
    @Query() query: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { data: { auditEntries: await this.entries(reply, userId, query) } };
  }

  @Get('operator/users/:id/audit')
  @Operation({
    key: 'auditEntries',
    summary: "List what was changed of a user's account",
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
    summary: "List what was changed of all accounts, and of the operator's key",
    answer,
  })
  async allAuditEntries(@Query() query: AuditQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return { data: { auditEntries: await this.entries(reply, null, query) } };
  }

  /** @param userId null: everybody's */
  private async entries(reply: FastifyReply, userId: string | null, query: AuditQuery) {
    const filters = toAuditFilters(query);
    const entries = await this.lists.answer(reply, { userId: userId ?? EVERYBODY, query }, (slice) =>
      this.messenger.request('audit.list', { userId, ...filters, ...slice }),
    );
    return entries.map(presentAuditEntry);
  }
}
