import type { AuditEntry, Payload } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { allPages } from '../../http/paging/pages';
import { type Formulas, cellFor, csvLine } from '../imports';

export const auditColumns = [
  ...['_id', 'at', 'action', 'role', 'keyId', 'keyName', 'keyPrefix'],
  ...['targetType', 'targetId', 'targetName', 'changes', 'requestId'],
];

/** Writes the entries of an account, oldest first. The changes of an entry are JSON. */
export async function auditCsv(
  messenger: Messenger,
  query: Omit<Payload<'audit.page'>, 'after' | 'limit'>,
  formulas: Formulas,
): Promise<AsyncIterable<string>> {
  const pages = await allPages((slice) => messenger.request('audit.page', { ...query, ...slice }));
  return (async function* () {
    yield csvLine(auditColumns);
    for await (const entries of pages) {
      yield entries.map((entry) => csvLine(cellsOf(entry).map(cellFor[formulas]))).join('');
    }
  })();
}

function cellsOf({ id, at, action, actor, target, changes, requestId }: AuditEntry): string[] {
  // The entry names a person instead of a key.
  const { member } = actor;
  const [actorId, actorName] = member
    ? [member.id, member.email === undefined ? member.name : `${member.name} <${member.email}>`]
    : [actor.keyId, actor.keyName];
  const cells = [
    ...[id, at, action, actor.role, actorId, actorName, actor.keyPrefix],
    ...[target.type, target.id, target.name, JSON.stringify(changes), requestId],
  ];
  return cells.map((cell) => cell ?? '');
}
