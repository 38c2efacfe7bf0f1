import type { Schemas } from '@carillon/sdk';

type Price = Schemas['UpdatePrices']['prices'][number];
type Shown = Schemas['Prices']['prices'][number];

const country = /^[A-Za-z]{2}$/;

/** A price per line: `SMS TWILIO DE 0.0792`. */
export function linesOf(prices: readonly Shown[]): string {
  return prices
    .map(({ channel, provider, country: of, price }) => [channel, provider, of, price])
    .map((parts) => parts.filter((part) => part !== null).join(' '))
    .join('\n');
}

/** The prices in the lines, and the numbers of lines that contain none. The API checks the values. */
export function pricesIn(text: string): { prices: Price[]; wrongLines: number[] } {
  const prices: Price[] = [];
  const wrongLines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const parts = line.trim().split(/[\s;]+/);
    if (line.trim() === '') continue;
    const [channel = '', ...others] = parts;
    const price = others.pop()?.replace(',', '.') ?? '';
    const of = country.test(others.at(-1) ?? '') ? others.pop()?.toUpperCase() : undefined;
    const provider = others.pop()?.toUpperCase();
    if (others.length > 0 || !/^\d+(\.\d+)?$/.test(price)) {
      wrongLines.push(index + 1);
      continue;
    }
    const found = {
      channel: channel.toUpperCase(),
      price,
      ...(provider !== undefined && { provider }),
      ...(of !== undefined && { country: of }),
    };
    prices.push(found as Price);
  }
  return { prices, wrongLines };
}
