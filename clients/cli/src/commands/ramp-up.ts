import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import type { Session } from '../session';
import { nounOf, oneOf, someNumber, verb, wholeNumber } from '../words';

type Groups = NonNullable<Schemas['RampUpInput']['domainGroups']>;

const groupName = oneOf('GMAIL', 'MICROSOFT', 'YAHOO', 'APPLE', 'GMX', 'OTHER');

/** Collects `--group GMAIL=20:500`. */
function groupLimit(word: string, before: Groups = {}): Groups {
  const [, name = '', start = '', target = ''] = /^([^=]+)=(\d+):(\d+)$/.exec(word) ?? [];
  if (name === '')
    throw new InvalidArgumentError('Must be a group with its first and last limit, such as GMAIL=20:500.');
  const amount = { startPerDay: wholeNumber(start), targetPerDay: wholeNumber(target) };
  return { ...before, [groupName(name)]: amount };
}

/** The commands for the daily limits of email senders. */
export function rampUp(
  senders: CommandUnknownOpts,
  { user, output }: Session,
  idOf: (name: string) => Promise<string>,
): void {
  const noun = nounOf(senders, 'ramp-up', 'daily limits of an email sender that grow each day');

  verb(
    noun,
    'show <sender>',
    'shows the limits for today, and how many emails were sent',
    'Newsletter',
  ).action(async (name) => {
    const path = { id: await idOf(name) };
    const state = await user.get('/senders/{id}/ramp-up', { path });
    if (state) await output.one(state);
    else output.note('The sender has no daily limits');
  });

  verb(noun, 'set <sender>', 'sets the limits', 'Newsletter --start 50 --target 5000 --factor 1.5')
    .requiredOption('--start <n>', 'emails on the first day', wholeNumber)
    .requiredOption('--target <n>', 'emails per day at the end of the growth', wholeNumber)
    .option('--factor <n>', 'multiplies the limit each day (default: 1.5)', someNumber)
    .option('--step <n>', 'adds this many emails each day, instead of --factor', wholeNumber)
    .option('--from <date>', 'the first day, in UTC: 2026-12-01 (default: today)')
    .option(
      '--group <group=start:target>',
      'limits for GMAIL, MICROSOFT, YAHOO, APPLE, GMX, or OTHER; can be repeated',
      groupLimit,
    )
    .option(
      '--max-bounces <share>',
      'pauses the sender above this share of bounces (default: 0.05)',
      someNumber,
    )
    .option(
      '--max-complaints <share>',
      'pauses the sender above this share of complaints (default: 0.003)',
      someNumber,
    )
    .action(async (name, { start, target, factor, step, from, group, maxBounces, maxComplaints }) => {
      const limits = {
        ...{ startPerDay: start, targetPerDay: target, factor, step, startsOn: from, domainGroups: group },
        ...{ maxBounceRate: maxBounces, maxComplaintRate: maxComplaints },
      };
      const path = { id: await idOf(name) };
      await output.one(await user.patch('/senders/{id}', { path, body: { rampUp: limits } }));
    });

  verb(noun, 'resume <sender>', 'resumes a sender after too many bounces or complaints', 'Newsletter').action(
    async (name) => {
      const path = { id: await idOf(name) };
      const state = await user.post('/senders/{id}/ramp-up/resume', { path });
      if (state) await output.one(state);
      else output.note('The sender has no daily limits');
    },
  );

  verb(noun, 'remove <sender>', 'removes the limits', 'Newsletter').action(async (name) => {
    const path = { id: await idOf(name) };
    await output.one(await user.patch('/senders/{id}', { path, body: { rampUp: null } }));
  });
}
