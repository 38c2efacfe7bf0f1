import {
  type AuditAction,
  type AuditEntry,
  AuditValue,
  type Payload,
  auditActions,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { OptionalNotNull } from '../../http/input/rule';
import { IsInstant, readTime } from '../../http/input/time';
import { Operation } from '../../openapi/operation';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';

class AuditQuery extends PageQuery {
  @IsIn(auditActions)
  @OptionalNotNull()
  readonly action?: AuditAction;

  @IsInstant()
  @OptionalNotNull()
  readonly since?: string;
}

function toAuditFilters({ action, since }: AuditQuery): Pick<Payload<'audit.list'>, 'action' | 'since'> {
  return { action: action ?? null, since: (since === undefined ? undefined : readTime(since)) ?? null };
}

const Actor = Part({
  role: OneOf(['user', 'operator', 'system'], { description: 'system: a change by configuration' }),
  keyId: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  keyName: OrNull(Text('CI'), { examples: ['CI'] }),
  keyPrefix: OrNull(Text('car_live_aBcD'), { examples: ['car_live_aBcD'] }),
});

const Target = Part({
  type: OneOf(['user', 'api_key', 'integration', 'operator_key']),
  _id: Id(),
  name: OrNull(Text('Ann'), { examples: ['Ann'] }),
});

const valueOf = (example: string, description: string) =>
  Type.Union(AuditValue.anyOf, { examples: [example], description });

/** `before` and `after` have the API's form of the field. */
const Change = Part({
  field: Text('plan', { description: 'Dotted path: settings.host' }),
  before: valueOf('FREE', 'null: it was not there; a secret is ***'),
  after: valueOf('UPGRADED', 'null: it is not there; a secret is ***'),
});

const AuditEntryView = View('AuditEntry', {
  _id: Id(),
  at: Time(),
  user: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c8'] }),
  actor: Actor,
  action: OneOf(auditActions, { examples: ['user.updated'] }),
  target: Target,
  changes: Type.Array(Change),
  requestId: OrNull(Text('6560f0a1b2c3d4e5f6a7b8c7')),
});

const presentAuditEntry = presenter(AuditEntryView, ({ id, userId, target, ...entry }: AuditEntry) => ({
  ...entry,
  _id: id,
  user: userId,
  target: { ...target, _id: target.id },
}));

/** The owner of the cursors of a list over all accounts. */
const EVERYBODY = 'operator';

const answer = Type.Array(AuditEntryView);

/** The changes of accounts: of one's own, and for operators of all. */
@Controller('api/v1')
export class AuditController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get('account/audit')
  @Operation({
    summary: 'List the changes of your account',
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
    summary: "List the changes of a user's account",
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
    summary: "List the changes of all accounts and of the operator's key",
    answer,
  })
  async allAuditEntries(@Query() query: AuditQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return { data: { auditEntries: await this.entries(reply, null, query) } };
  }

  /** @param userId null: all accounts */
  private async entries(reply: FastifyReply, userId: string | null, query: AuditQuery) {
    const filters = toAuditFilters(query);
    const entries = await this.lists.answer(reply, { userId: userId ?? EVERYBODY, query }, (slice) =>
      this.messenger.request('audit.list', { userId, ...filters, ...slice }),
    );
    return entries.map(presentAuditEntry);
  }
}
