import { type Static, Type } from '@sinclair/typebox';
import { AppError } from './app-error';
import { By } from './audit';
import { Channel, channels } from './channels';
import { command, count, read } from './define';
import { Id, Nullable, Timestamp } from './field-types';
import { SenderProvider } from './providers';

/** A decimal number with up to 6 digits before the point and 6 after it. */
export const PRICE_PATTERN = '^(?:0|[1-9]\\d{0,5})(?:\\.\\d{1,6})?$';
/** The maximum number of prices in a list. */
export const MAX_PRICES = 2_000;
/** The units that a price is for: a price of emails is for a thousand of them. */
export const pricedUnits = { EMAIL: 1_000, WHATSAPP: 1, SMS: 1 } as const satisfies Record<Channel, number>;

/** ISO 3166-1 alpha-2, of the recipient's phone number. */
const Country = Nullable(Type.String({ pattern: '^[A-Z]{2}$' }));

/**
 * What the operator charges for 1,000 emails, a WhatsApp message, or a segment of an SMS. `provider` and `country` null:
 * any.
 */
export const Price = Type.Object({
  channel: Channel,
  provider: Nullable(SenderProvider),
  country: Country,
  price: Type.String({ pattern: PRICE_PATTERN }),
});
export type Price = Static<typeof Price>;

/** A list of prices in one currency (ISO 4217). It never changes: a change makes a new list. */
export const PriceList = Type.Object({
  id: Id,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  prices: Type.Array(Price, { maxItems: MAX_PRICES }),
  createdAt: Timestamp,
});
export type PriceList = Static<typeof PriceList>;

/** Messages with the same price. `units`: emails, WhatsApp messages, or segments. */
export const PricedMessages = Type.Object({
  channel: Channel,
  provider: Nullable(SenderProvider),
  country: Country,
  messages: Type.Integer(),
  units: Type.Integer(),
});
export type PricedMessages = Static<typeof PricedMessages>;

/** `cost`: an exact decimal; null: the list has no price. */
export const CostRow = Type.Object({ ...PricedMessages.properties, cost: Nullable(Type.String()) });
export type CostRow = Static<typeof CostRow>;

/** What messages cost. `withoutPrice`: the number of messages whose price is unknown, so that `total` lacks them. */
export const Costs = Type.Object({
  currency: Nullable(Type.String()),
  total: Type.String(),
  withoutPrice: Type.Integer(),
  rows: Type.Array(CostRow),
});
export type Costs = Static<typeof Costs>;

/** What a campaign costs. `isEstimated`: it is still sending, or segments or results of messages are unknown. */
export const CampaignCosts = Type.Object({
  asOf: Timestamp,
  /** False: the count continues, and there are no numbers yet. */
  isComplete: Type.Boolean(),
  /** False: the deliveries were deleted before they were counted, so there are no numbers. */
  isKnown: Type.Boolean(),
  isEstimated: Type.Boolean(),
  ...Costs.properties,
});
export type CampaignCosts = Static<typeof CampaignCosts>;

/** What a campaign is expected to cost when it is published. */
export const ExpectedCost = Type.Object({ currency: Type.String(), total: Type.String() });
export type ExpectedCost = Static<typeof ExpectedCost>;

/** The most specific price: of the provider and the country, of the provider, of the country, of the channel. */
export function priceOf(
  prices: readonly Price[],
  { channel, provider, country }: Pick<Price, 'channel' | 'provider' | 'country'>,
): string | null {
  const candidates = [
    [provider, country],
    [provider, null],
    [null, country],
    [null, null],
  ] as const;
  for (const [ofProvider, ofCountry] of candidates) {
    const found = prices.find(
      (each) => each.channel === channel && each.provider === ofProvider && each.country === ofCountry,
    );
    if (found) return found.price;
  }
  return null;
}

/** What messages cost by a list, exactly. Rows of the same kind are sorted by their messages, the most first. */
export function costsOf(list: PriceList | null, messages: readonly PricedMessages[]): Costs {
  const rows = messages.map((row): CostRow => {
    const price = list && priceOf(list.prices, row);
    return { ...row, cost: price === null ? null : decimalOf(billionthsOf(price, row)) };
  });
  rows.sort(
    (a, b) =>
      channels.indexOf(a.channel) - channels.indexOf(b.channel) ||
      b.messages - a.messages ||
      ((a.country ?? '') < (b.country ?? '') ? -1 : 1),
  );
  const withoutPrice = rows.reduce((sum, { cost, messages: n }) => (cost === null ? sum + n : sum), 0);
  return {
    currency: list?.currency ?? null,
    total: sumOfCosts(rows.flatMap(({ cost }) => cost ?? [])),
    withoutPrice,
    rows,
  };
}

/** Adds costs exactly. */
export function sumOfCosts(costs: readonly string[]): string {
  return decimalOf(costs.reduce((sum, cost) => sum + billionthsIn(cost), 0n));
}

/** A cost as a whole number of billionths, which databases add exactly. */
export function inBillionths(cost: string): string {
  return String(billionthsIn(cost));
}

export function fromBillionths(digits: string): string {
  return decimalOf(BigInt(digits));
}

/** The month in which the costs of campaigns that start now are added up. */
export function monthOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
}

/** The error if an account would spend more in a month than its plan allows. `limit`: in whole units of the currency. */
export function spendingExcess({
  limit,
  currency,
  spent,
  expected,
}: {
  limit: number;
  currency: string;
  spent: string;
  expected: string;
}): AppError | null {
  if (billionthsIn(spent) + billionthsIn(expected) <= BigInt(limit) * ONE) return null;
  const detail =
    `The plan allows campaigns for ${limit} ${currency} a month. This month's campaigns cost ${spent} ${currency}, ` +
    `and this campaign would cost ${expected} ${currency}`;
  const extra = { quota: 'monthlySpending', limit: String(limit), used: String(roundedUp(spent)) };
  return new AppError('quota_exceeded', detail, [], extra);
}

/** A cost in whole units of the currency, rounded up. */
export function roundedUp(cost: string): number {
  return Number((billionthsIn(cost) + ONE - 1n) / ONE);
}

const DIGITS = 9;
const ONE = 10n ** BigInt(DIGITS);
/** The least number of digits after the point, as people write money. */
const SHOWN_DIGITS = 2;

/** A thousandth of the smallest price has nine digits after the point, so every cost is exact. */
function billionthsIn(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

function billionthsOf(price: string, { channel, units }: PricedMessages): bigint {
  return (billionthsIn(price) * BigInt(units)) / BigInt(pricedUnits[channel]);
}

function decimalOf(billionths: bigint): string {
  const digits = String(billionths).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '').padEnd(SHOWN_DIGITS, '0');
  return `${digits.slice(0, -DIGITS)}.${fraction}`;
}

export const priceMessages = {
  /** `id` null: the current list. Null: there is none. */
  'price-list.get': command(
    'account',
    Type.Object({ id: Nullable(Id) }),
    Type.Object({ priceList: Nullable(PriceList) }),
  ),
  /** Replaces the current list. Campaigns keep the list with which they started. A repeat returns the same list. */
  'price-list.replace': command(
    'account',
    Type.Object({
      by: By,
      id: Id,
      currency: PriceList.properties.currency,
      prices: PriceList.properties.prices,
    }),
    PriceList,
  ),
  /** Null: the dispatcher does not know the campaign (yet). */
  'dispatch.costs': count(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id }),
    Type.Object({ costs: Nullable(CampaignCosts) }),
  ),
  /**
   * What the campaigns that an account published since a time cost so far, in this currency. Campaigns that haven't been
   * counted have the cost that was expected when they were published.
   */
  'dispatch.spending': read(
    'dispatcher',
    Type.Object({ userId: Id, since: Timestamp, currency: Type.String() }),
    Type.Object({ total: Type.String() }),
  ),
};
