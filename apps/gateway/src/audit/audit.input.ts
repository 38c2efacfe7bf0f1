import { type AuditAction, type Payload, auditActions } from '@carillon/contracts';
import { Optional } from '../checks/rule';
import { oneOf } from '../checks/scalars';
import { readTime, time } from '../checks/time';
import { PageQuery } from '../paging/page-query';

export class AuditQuery extends PageQuery {
  @Optional(oneOf(auditActions))
  readonly action?: AuditAction;

  @Optional(time)
  readonly since?: string;
}

export function toAuditFilters({
  action,
  since,
}: AuditQuery): Pick<Payload<'audit.list'>, 'action' | 'since'> {
  return { action: action ?? null, since: (since === undefined ? undefined : readTime(since)) ?? null };
}
