import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, oneOf, options, verb } from '../words';

/** The API refuses unknown currencies. */
type Currency = NonNullable<Schemas['RecordConversion']['currency']>;

const CLICK = 'BGVg8KGyw9Tl9qe4yWmlY4AAAAAAAQAHkXJ2mC0yqv1bYV0x';

/** Orders after clicks in emails. */
export function conversions(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'conversions', 'orders after clicks in emails');

  verb(noun, 'list <campaign>', 'lists the conversions of a campaign, newest first', ID)
    .addOption(options.limit)
    .action((id, { limit }) =>
      output.list(
        user.pages('/campaigns/{id}/conversions', { path: { id } }, limit),
        ['_id', 'occurredAt', 'source', 'value', 'currency', wide('reference'), 'delivery'],
        'No conversions.',
      ),
    );

  verb(noun, 'show <conversion>', 'shows a conversion', ID).action(async (conversionId) =>
    output.one(await user.get('/conversions/{conversionId}', { path: { conversionId } })),
  );

  verb(
    noun,
    'record <click> <reference>',
    'records an order after a click, once for each reference',
    `${CLICK} order-1042 --value 49.90 --currency EUR`,
  )
    .option('--value <amount>', 'value of the order, such as 49.90')
    .option('--currency <code>', 'currency of the value (ISO 4217)', (code) => code.toUpperCase() as Currency)
    .option('--at <time>', 'when the person ordered; the default is now')
    .action(async (click, reference, { value, currency, at: occurredAt }) => {
      const body = { click, reference, value, currency, occurredAt };
      await output.one(await user.post('/conversions', { body }));
    });
}

/** Shows and changes what the account counts of its emails. */
export function tracking(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    program,
    'tracking',
    'shows or changes the tracking of opens, clicks, and conversions',
    '',
    '--mode full --conversions on',
  )
    .option('--mode <mode>', 'off, aggregate, or full', oneOf('OFF', 'AGGREGATE', 'FULL'))
    .option('--conversions <on|off>', 'counts orders after clicks, or not', oneOf('on', 'off'))
    .action(async ({ mode, conversions: turn }) => {
      const body = { mode, ...(turn !== undefined && { conversions: turn === 'on' }) };
      const isChange = mode !== undefined || turn !== undefined;
      await output.one(
        isChange ? await user.patch('/account/tracking', { body }) : await user.get('/account/tracking'),
      );
    });
}
