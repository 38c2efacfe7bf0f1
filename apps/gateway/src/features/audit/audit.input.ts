import { type AuditAction, type Payload, auditActions } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../../http/input/rule';
import { IsId } from '../../http/input/texts';
import { IsSince, IsUntil, instantIn } from '../../http/input/time';
import { PageQuery } from '../../http/paging/page-query';
import { type Formulas, IsFormulas } from '../imports';

const IsAction = applyDecorators(IsIn(auditActions), OptionalNotNull());

const IsTarget = applyDecorators(
  ApiProperty({ description: 'Only entries about the object with this ID, such as a campaign' }),
  IsId(),
  OptionalNotNull(),
);

const auditOrders = ['oldest', 'newest'] as const;

export class AuditQuery extends PageQuery {
  @ApiProperty({ description: 'The sort order. The default is oldest first' })
  @IsIn(auditOrders)
  @OptionalNotNull()
  readonly order?: (typeof auditOrders)[number];

  @IsAction readonly action?: AuditAction;
  @IsTarget readonly target?: string;
  @IsSince readonly since?: string;
  @IsUntil readonly until?: string;
}

export class AuditExportQuery {
  @IsAction readonly action?: AuditAction;
  @IsTarget readonly target?: string;
  @IsSince readonly since?: string;
  @IsUntil readonly until?: string;
  @IsFormulas readonly formulas?: Formulas;
}

/** The filters for the list and the file of audit entries. */
interface AuditFilterInput {
  readonly action?: AuditAction;
  readonly target?: string;
  readonly since?: string;
  readonly until?: string;
}

type Filters = Pick<Payload<'audit.page'>, 'action' | 'targetId' | 'since' | 'until'>;

export function toAuditFilters({ action, target, since, until }: AuditFilterInput): Filters {
  return {
    ...{ action: action ?? null, since: instantIn(since) ?? null, until: instantIn(until) ?? null },
    ...(target !== undefined && { targetId: target }),
  };
}
