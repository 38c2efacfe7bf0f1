import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { UsageError } from '../failures';
import { cell } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { readText } from '../terminal/files';
import { nounOf, verb } from '../words';

type Prices = Answer<Schemas['Prices']>;
type Body = Schemas['UpdatePrices'];

/** What the operator charges for messages. */
export function prices(program: CommandUnknownOpts, session: Session): void {
  const { operator, output, world } = session;
  const noun = nounOf(program, 'prices', 'prices of messages, with an operator key');

  verb(noun, 'show', 'shows the prices').action(async () =>
    output.one(await operator.get('/operator/prices', {}), pricesView),
  );

  verb(
    noun,
    'set <currency> <file>',
    'replaces all prices; each line of the file contains a channel, a provider (optional), a country (optional), and the price of 1,000 emails, one WhatsApp message, or one SMS segment, such as SMS TWILIO DE 0.0792',
    'EUR prices.txt',
  ).action(async (currency, file) => {
    const body = {
      currency: currency.toUpperCase() as Body['currency'],
      prices: pricesIn(await readText(file, world)),
    };
    await output.one(await operator.patch('/operator/prices', { body }), pricesView);
  });
}

const pricesView: View<Prices> = ({ prices: list = [], currency, createdAt }, { tableLines }, room) => {
  if (list.length === 0) return ['There are no prices.'];
  return [
    ...tableLines(
      ['channel', 'provider', 'country', { key: 'price', isNumber: true, of: ({ price }) => cell(price) }],
      list,
      room,
    ),
    '',
    `currency  ${cell(currency)}`,
    `set       ${cell(createdAt)}`,
  ];
};

const country = /^[A-Za-z]{2}$/;

/** @throws UsageError */
function pricesIn(text: string): Body['prices'] {
  return text.split('\n').flatMap((line, index) => {
    const parts = line.trim().split(/[\s,;]+/);
    if (line.trim() === '') return [];
    const [channel = '', ...others] = parts;
    const price = others.pop() ?? '';
    const of = country.test(others.at(-1) ?? '') ? others.pop()?.toUpperCase() : undefined;
    const provider = others.pop()?.toUpperCase();
    if (others.length > 0 || !/^\d+(\.\d+)?$/.test(price))
      throw new UsageError(`Line ${index + 1} must contain a price, such as SMS TWILIO DE 0.0792`);
    const found = {
      channel: channel.toUpperCase(),
      price,
      ...(provider !== undefined && { provider }),
      ...(of !== undefined && { country: of }),
    };
    return [found as Body['prices'][number]];
  });
}
