import { column, wide } from '../output/cells';
import type { Session } from '../session';
import { limitOption, noun, verb } from '../words/command';
import { channel, oneOf } from '../words/values';

const columns = [
  column('_id'),
  column('channel'),
  wide('identifier'),
  column('reason'),
  column('sender'),
  column('createdAt'),
];
const reasons = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;

export const suppressions = (session: Session) =>
  noun(
    'suppressions',
    'addresses that must not be written to',
    listSuppressions(session),
    addSuppression(session),
    removeSuppressions(session),
  );

const listSuppressions = ({ user, output }: Session) =>
  verb(
    'list',
    'lists who must not be written to, and why',
    'suppressions list --reason bounced',
    'suppressions list --address mary@example.com',
  )
    .option('--channel <channel>', 'email, whatsapp or sms', channel)
    .option('--reason <reason>', reasons.join(', '), oneOf(...reasons))
    .option('--address <address>')
    .addOption(limitOption())
    .action(({ limit, address, ...filters }) =>
      output.list(user.pages('/suppressions', { ...filters, identifier: address }, limit), columns),
    );

const addSuppression = ({ user, output }: Session) =>
  verb('add', 'sees to it that an address is not written to', 'suppressions add email mary@example.com')
    .argument('<channel>', 'email, whatsapp or sms', channel)
    .argument('<address>')
    .action(async (on, identifier) =>
      output.one(await user.post('/suppressions', { channel: on, identifier })),
    );

const removeSuppressions = ({ user, output }: Session) =>
  verb(
    'remove',
    'lets addresses be written to again',
    'suppressions remove 6560f0a1b2c3d4e5f6a7b8c9 --confirm-consent',
  )
    .argument('<suppressions...>', 'ids, up to 1000')
    .option('--confirm-consent', 'also where the people asked for it themselves: they have agreed again')
    .action(async (suppressionIds, { confirmConsent }) => {
      const body = { suppressionIds, confirmConsent };
      await output.removed(await user.delete('/suppressions', body), 'suppression');
    });
