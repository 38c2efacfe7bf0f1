import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { UsageError } from '../failures';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, options, verb } from '../words';

/** The accounts at providers that senders of all users share. */
export function providerAccounts(program: CommandUnknownOpts, { operator, output }: Session): void {
  const noun = nounOf(
    program,
    'provider-accounts',
    'provider accounts that the senders of all users use, with an operator key',
  );
  const update = async (id: string, body: { isPaused?: boolean; ratePerSecond?: number | null }) =>
    output.one(await operator.patch('/operator/provider-accounts/{id}', { path: { id }, body }));

  verb(noun, 'list', 'lists provider accounts')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(operator.pages('/operator/provider-accounts', {}, limit), [
        '_id',
        'provider',
        wide('name'),
        'channels',
        number('senders'),
        number('users'),
        number('ratePerSecond', 'PER SECOND'),
        'isPaused',
      ]),
    );

  verb(noun, 'show <account>', 'shows a provider account', ID).action(async (id) =>
    output.one(await operator.get('/operator/provider-accounts/{id}', { path: { id } })),
  );

  verb(noun, 'pause <account>', 'pauses all senders that use the account; their campaigns wait', ID).action(
    (id) => update(id, { isPaused: true }),
  );

  verb(noun, 'resume <account>', 'resumes sending through the account', ID).action((id) =>
    update(id, { isPaused: false }),
  );

  verb(
    noun,
    'limit <account> <rate>',
    'limits the total messages per second of all senders that use the account; none: no limit',
    `${ID} 50`,
  ).action((id, rate) => update(id, { ratePerSecond: rateOf(rate) }));
}

/** @throws UsageError */
function rateOf(word: string): number | null {
  if (word === 'none') return null;
  const rate = Number(word);
  if (!(rate > 0)) throw new UsageError('The rate must be a positive number, or none');
  return rate;
}
