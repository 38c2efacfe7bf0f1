import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { type Columns, number, wide } from '../output/columns';
import type { Session } from '../session';
import { options, verb } from '../words';

/** Lists what the members of the account are notified about. Read markers and settings belong to signed-in members. */
export function showNotifications(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(program, 'notifications', 'lists the notifications of the account, newest first', '', '--limit 10')
    .addOption(options.limit)
    .action(({ limit }) => {
      const columns: Columns<Answer<Schemas['Notification']>> = [
        'at',
        'kind',
        wide('campaignName', 'CAMPAIGN'),
        { ...wide('actor', 'BY'), of: ({ actor }) => actor?.name ?? '-' },
        'reason',
        number('delivered'),
        number('failed'),
      ];
      return output.list(user.pages('/notifications', {}, limit), columns, 'No notifications.');
    });
}
