import {
  type AuditAction,
  type AuditEntry,
  AuditValue,
  type Payload,
  auditActions,
  auditTargets,
} from '@carillon/contracts';
import { readTime } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res, type StreamableFile, applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { OptionalNotNull } from '../../http/input/rule';
import { IsInstant } from '../../http/input/time';
import { type Content, Operation } from '../../openapi/operation';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { FileAnswer } from '../../http/routes';
import { CSV, type ExportedFile, Exports, type Formulas, IsFormulas } from '../imports';
import { auditColumns, auditCsv } from './audit-csv';

const IsAction = applyDecorators(IsIn(auditActions), OptionalNotNull());
const IsSince = applyDecorators(
  ApiProperty({ description: 'Start of the period, inclusive' }),
  IsInstant(),
  OptionalNotNull(),
);
const IsUntil = applyDecorators(
  ApiProperty({ description: 'End of the period, exclusive' }),
  IsInstant(),
  OptionalNotNull(),
);

const auditOrders = ['oldest', 'newest'] as const;

class AuditQuery extends PageQuery {
  @ApiProperty({ description: 'The sort order. The default is oldest first' })
  @IsIn(auditOrders)
  @OptionalNotNull()
  readonly order?: (typeof auditOrders)[number];

  @IsAction readonly action?: AuditAction;
  @IsSince readonly since?: string;
  @IsUntil readonly until?: string;
}

class AuditExportQuery {
  @IsAction readonly action?: AuditAction;
  @IsSince readonly since?: string;
  @IsUntil readonly until?: string;
  @IsFormulas readonly formulas?: Formulas;
}

/** The query of the list and the file of entries. */
interface AuditFilters {
  readonly action?: AuditAction;
  readonly since?: string;
  readonly until?: string;
}

type Filters = Pick<Payload<'audit.page'>, 'action' | 'since' | 'until'>;

function toAuditFilters({ action, since, until }: AuditFilters): Filters {
  return { action: action ?? null, since: timeOf(since), until: timeOf(until) };
}

function timeOf(typed: string | undefined): string | null {
  return (typed === undefined ? undefined : readTime(typed)) ?? null;
}

const Actor = Part({
  role: OneOf(['user', 'operator', 'system'], { description: 'system: a change through the configuration' }),
  keyId: OrNull(Id(), { examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  keyName: OrNull(Text('CI'), { examples: ['CI'] }),
  keyPrefix: OrNull(Text('car_live_aBcD'), { examples: ['car_live_aBcD'] }),
  member: Type.Optional(
    Part(
      {
        _id: Id(),
        name: Text('Ada Lovelace'),
        email: Type.Optional(Text('ada@example.com', { description: 'Requires the scope `admin`' })),
      },
      { description: 'The member who performed the action in a session, without a key' },
    ),
  ),
});

const Target = Part({
  type: OneOf(auditTargets),
  _id: Id(),
  name: OrNull(Text('Ann'), { examples: ['Ann'] }),
});

const valueOf = (example: string, description: string) =>
  Type.Union(AuditValue.anyOf, { examples: [example], description });

/** `before` and `after` have the API's form of the field. */
const Change = Part({
  field: Text('plan', { description: 'Dotted path, such as settings.host' }),
  before: valueOf('FREE', 'null: the field was absent; secrets are shown as ***'),
  after: valueOf('UPGRADED', 'null: the field is absent; secrets are shown as ***'),
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

const presentAuditEntry = presenter(AuditEntryView, ({ id, userId, target, actor, ...entry }: AuditEntry) => {
  const { member, ...key } = actor;
  return {
    ...entry,
    actor: { ...key, ...(member && { member: { ...member, _id: member.id } }) },
    _id: id,
    user: userId,
    target: { ...target, _id: target.id },
  };
});

/** Members require the scope `admin`, and so do their audit entries. */
function visibleTo(user: User): { withoutPeople?: true } {
  return user.scopes.includes('admin') ? {} : { withoutPeople: true };
}

/** The owner of the cursors of a list over all accounts. */
const EVERYBODY = 'operator';

const answer = Type.Array(AuditEntryView);
const auditContent: Content = {
  media: { [CSV]: Type.String({ examples: [`${auditColumns.join(',')}\r\n`] }) },
};

/** The changes of accounts: of one's own, and for operators of all. */
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
    const asked = { userId, ...toAuditFilters(query), ...visibleTo(user) };
    const file: ExportedFile = {
      name: 'audit.csv',
      type: CSV,
      action: 'audit.exported',
      target: { type: 'user', id: userId, name: null },
      changes: [],
    };
    return this.exports.answer(user, reply, file, () => auditCsv(this.messenger, asked, formulas));
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

  /** @param userId null: all accounts */
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
    const entries = await this.lists.answer(reply, { userId: userId ?? EVERYBODY, query }, (slice) =>
      this.messenger.request('audit.page', { userId, ...filters, ...visible, ...slice }),
    );
    return entries.map(presentAuditEntry);
  }
}
