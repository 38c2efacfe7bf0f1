import { type AuditAction, type Payload, auditActions } from '@carillon/contracts';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../input/rule';
import { IsInstant, readTime } from '../input/time';
import { PageQuery } from '../paging/page-query';

export class AuditQuery extends PageQuery {
  @IsIn(auditActions)
  @OptionalNotNull()
  readonly action?: AuditAction;

  @IsInstant()
  @OptionalNotNull()
  readonly since?: string;
}

export function toAuditFilters({
  action,
  since,
}: AuditQuery): Pick<Payload<'audit.list'>, 'action' | 'since'> {
  return { action: action ?? null, since: (since === undefined ? undefined : readTime(since)) ?? null };
}
