import {
  type FieldError,
  MAX_PRICES,
  PRICE_PATTERN,
  type Price,
  channelRow,
  channels,
  currencies,
  providersOf,
  type SenderProvider,
  senderProviders,
} from '@carillon/contracts';
import { issue, within } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { listOf, matching, nullOr, objectOf, oneOf } from '../../http/input/composed';
import { countryRule } from '../../http/input/country';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, type Rule } from '../../http/input/rule';

type GivenPrice = Pick<Price, 'channel' | 'price'> & Partial<Price>;

/** The senders of a pool have providers. */
const pricedProviders = (of: readonly SenderProvider[]): SenderProvider[] =>
  of.filter((provider) => provider !== 'POOL');

const eachPrice = listOf(
  objectOf({
    required: {
      channel: oneOf(channels),
      price: matching(
        PRICE_PATTERN,
        'Must be a decimal number, such as 0.0792, with up to 6 digits before the point and 6 after it',
        { examples: ['0.0792'] },
      ),
    },
    optional: { provider: nullOr(oneOf(pricedProviders(senderProviders))), country: nullOr(countryRule) },
  }),
  { max: MAX_PRICES },
);

/** The messages that a price is for. */
const kindOf = ({ channel, provider = null, country = null }: GivenPrice): string =>
  [channel, provider, country].join(' ');

function contradictions({ channel, provider = null, country = null }: GivenPrice): FieldError[] {
  const own = pricedProviders(providersOf(channel));
  return [
    ...(provider === null || own.includes(provider)
      ? []
      : issue('not_allowed', `Must be one of ${own.join(', ')}`, 'provider')),
    ...(country === null || channelRow(channel).address === 'phone'
      ? []
      : issue('not_allowed', 'Only messages to phones have a country', 'country')),
  ];
}

/** A list in which the messages of each kind have one price. */
const pricesRule: Rule = {
  schema: eachPrice.schema,
  issues(value, input) {
    const issues = eachPrice.issues(value, input);
    if (issues.length > 0) return issues;
    const prices = value as GivenPrice[];
    const seen = new Set<string>();
    return prices.flatMap((price, index) => {
      const kind = kindOf(price);
      const isRepeated = seen.has(kind);
      seen.add(kind);
      return within(String(index), [
        ...contradictions(price),
        ...(isRepeated ? issue('not_allowed', 'The list has another price for the same messages') : []),
      ]);
    });
  },
};

@ObjectSchema({
  examples: [
    {
      currency: 'EUR',
      prices: [
        { channel: 'EMAIL', price: '0.40' },
        { channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' },
      ],
    },
  ],
})
export class UpdatePrices {
  @ApiProperty({ description: 'The currency of all prices (ISO 4217)', example: 'EUR' })
  @IsIn(currencies)
  readonly currency!: string;

  @ApiProperty({
    description:
      'All prices. A price applies to 1,000 emails, one WhatsApp message, or one SMS segment. `provider` or `country` absent or null: any. The most specific price applies, in this order: provider and country, provider, country, channel',
  })
  @Holds('isPriceList', pricesRule)
  readonly prices!: GivenPrice[];
}

export function toPrices({ prices }: UpdatePrices): Price[] {
  return prices.map(({ channel, provider = null, country = null, price }) => ({
    ...{ channel, provider, country, price },
  }));
}
