import { column, wide } from '../output/cells';
import { pathOf } from '../api/request';
import type { Session } from '../session';
import { limitOption, verb } from '../words/command';

const columns = [column('at'), column('action'), wide('actor'), wide('target'), wide('details')];

/** As an operator of any account, else of the own one. */
export const showAudit = ({ user, operator, output }: Session) =>
  verb('audit', 'shows who changed what in an account', 'audit', 'audit --user 6560f0a1b2c3d4e5f6a7b8c9')
    .option('--user <id>', "the account, with an operator's key (your own)")
    .addOption(limitOption())
    .action(async ({ user: id, limit }) => {
      const pages =
        id === undefined
          ? user.pages('/account/audit', {}, limit)
          : operator.pages(pathOf`/operator/users/${id}/audit`, {}, limit);
      await output.list(pages, columns, 'Nothing was changed yet.');
    });
