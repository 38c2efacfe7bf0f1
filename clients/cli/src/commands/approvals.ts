import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Session } from '../session';
import { ID, oneOf, verb, wholeNumber } from '../words';
import { AT, LATENESS } from './drafts';

/** Shows and changes whether campaigns of the account need an approval. */
export function approval(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    program,
    'approval',
    'shows or changes whether another member must approve each campaign',
    '',
    '--turn on',
  )
    .option('--turn <on|off>', 'requires approvals, or not', oneOf('on', 'off'))
    .action(async ({ turn }) => {
      const body = { required: turn === 'on' };
      await output.one(
        turn === undefined
          ? await user.get('/account/approval')
          : await user.patch('/account/approval', { body }),
      );
    });
}

/** Requests for approvals. The console has the decisions, because only signed-in members can decide. */
export function requestApproval(noun: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    noun,
    'request-approval <campaign>',
    'asks another member to approve a draft',
    `${ID} --note "Please check the prices." --start`,
    `${ID} --at 2026-12-24T18:00:00+01:00`,
  )
    .option('--note <text>', 'note for the approver')
    .option('--start', 'starts the campaign when it is approved')
    .option('--at <time>', `schedules the campaign when it is approved; ${AT}`)
    .option('--max-lateness <seconds>', LATENESS, wholeNumber)
    .action(async (id, { note, start, at, maxLateness }) => {
      const isStarted = start === true || at !== undefined ? true : undefined;
      const body = { note, isStarted, scheduledAt: at, maxLateness };
      await output.one(await user.post('/campaigns/{id}/request-approval', { path: { id }, body }));
    });

  verb(
    noun,
    'withdraw-approval <campaign>',
    'withdraws a request for an approval, or an approval',
    ID,
  ).action(async (id) => output.one(await user.post('/campaigns/{id}/withdraw-approval', { path: { id } })));
}
