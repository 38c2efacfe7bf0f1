import { type Json, inner, rows, text } from '../api/json';
import { pathOf } from '../api/request';
import { UsageError } from '../failures';
import { cell, column, wide } from '../output/cells';
import type { Session } from '../session';
import { limitOption, verb } from '../words/command';

const columns = [
  column('at'),
  column('action'),
  wide('actor', { title: 'BY', of: (entry) => actorOf(inner(entry, 'actor')) }),
  wide('target', { title: 'OF', of: (entry) => targetOf(inner(entry, 'target')) }),
  wide('changes', { of: (entry) => rows(entry, 'changes').map(changeOf).join(', ') || '-' }),
];

/** As an operator of any account or of all, else of the own one. */
export const showAudit = ({ user, operator, output }: Session) =>
  verb(
    'audit',
    'shows who changed what in an account',
    'audit --action api_key.created',
    'audit --user 6560f0a1b2c3d4e5f6a7b8c9 --since 2026-11-01T00:00:00Z',
  )
    .option('--user <id>', "of this account, with an operator's key (your own)")
    .option('--all', "of all accounts, with an operator's key")
    .option('--action <action>', 'such as user.updated')
    .option('--since <time>')
    .addOption(limitOption())
    .action(async ({ user: id, all, action, since, limit }) => {
      if (all && id !== undefined) throw new UsageError('Either --user or --all');
      const asked = { action, since };
      const pages = all
        ? operator.pages('/operator/audit', asked, limit)
        : id === undefined
          ? user.pages('/account/audit', asked, limit)
          : operator.pages(pathOf`/operator/users/${id}/audit`, asked, limit);
      await output.list(pages, columns, 'Nothing was changed.');
    });

function actorOf(actor: Json): string {
  const key = text(actor, 'keyName') || text(actor, 'keyPrefix');
  return key ? `${cell(actor.role)}, ${cell(key)}` : cell(actor.role);
}

function targetOf(target: Json): string {
  return `${cell(target.type)} ${cell(text(target, 'name') || target._id)}`;
}

function changeOf({ field, before, after }: Json): string {
  if (before === null) return `${cell(field)}: ${cell(after)}`;
  return `${cell(field)}: ${cell(before)} → ${cell(after)}`;
}
