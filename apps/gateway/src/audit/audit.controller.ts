import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { AuditQuery } from './audit.input';
import { AuditEntryView } from './audit.presenter';
import { AuditLists } from './audit-lists';

const answer = Type.Array(AuditEntryView);

/** Who changed what of an account: of one's own, and for operators of everybody's. */
@Controller('api/v1')
export class AuditController {
  constructor(private readonly lists: AuditLists) {}

  @Get('account/audit')
  @Operation({
    id: 'auditEntries',
    summary: 'List what was changed of your account',
    description: 'Oldest first. Entries are kept for two years.',
    answer,
  })
  async own(
    @Caller() { userId }: User,
    @Query() query: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { data: { auditEntries: await this.lists.answer(reply, userId, query) } };
  }

  @Get('operator/users/:id/audit')
  @Operation({
    id: 'userAuditEntries',
    key: 'auditEntries',
    summary: "List what was changed of a user's account",
    answer,
  })
  async ofUser(
    @Param('id', existing('user')) id: string,
    @Query() query: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return { data: { auditEntries: await this.lists.answer(reply, id, query) } };
  }

  @Get('operator/audit')
  @Operation({
    id: 'allAuditEntries',
    key: 'auditEntries',
    summary: "List what was changed of all accounts, and of the operator's key",
    answer,
  })
  async ofAll(@Query() query: AuditQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return { data: { auditEntries: await this.lists.answer(reply, null, query) } };
  }
}
