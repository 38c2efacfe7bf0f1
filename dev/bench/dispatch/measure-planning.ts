import type { TestGroup, TestUser } from '../../driver/arrange';
import { send } from '../../driver/arrange';
import { endOf } from './report';

/**
 * Measures recipients planned per second while nothing is sent. The campaign has a message for a channel that no
 * member uses, so all members are planned and skipped.
 */
export async function measurePlanning(
  user: TestUser,
  groups: readonly TestGroup[],
  recipients: number,
): Promise<number> {
  const begin = Date.now();
  const campaign = await send(user, groups, { name: 'Planned only', smsMessage: 'The bells are ringing.' });
  const { total, finishedAt } = await endOf(user, campaign);
  if (total !== recipients) throw new Error(`${total} of ${recipients} recipients were planned`);
  return (recipients / (finishedAt - begin)) * 1_000;
}
