import { seededBelow } from '@carillon/testing/random';
import { addressesIn } from './idempotency-keys';

/** An equivalent that tries to match at every character of a text. */
const everywhere = /[^\s"<>\\,;:]{1,64}@[^\s"<>\\,;:]{1,255}|\+[1-9][0-9]{5,14}/g;

function byPattern(body: string): string[] {
  const all = new Set([...body.matchAll(everywhere)].map(([address]) => address.toLowerCase()));
  return [...all].slice(0, 100);
}

const parts = [
  ...[
    '@',
    '@',
    '@@',
    'a',
    'B',
    '.',
    '+',
    '+1',
    '+49151',
    '5550',
    '0',
    '"',
    ' ',
    '\n',
    ',',
    ':',
    '<',
    '\\',
    'ä',
    '\u2028',
  ],
  ...['ann@example.com', '+4915155501701', 'x'.repeat(60), 'y'.repeat(64), 'z'.repeat(65), 'w'.repeat(250)],
];

describe('the addresses in a response', () => {
  it('are email addresses and phone numbers, each once and in lowercase', () => {
    const body = JSON.stringify({ a: 'Ann@Example.com', b: '+4915155501701', c: ['ann@example.com', '+1'] });
    expect(addressesIn(body)).toEqual(['ann@example.com', '+4915155501701']);
  });

  it('match a pattern that is tried at every character', () => {
    const below = seededBelow(7);
    const bodies = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 1 + below(12) }, () => parts[below(parts.length)]).join(''),
    );
    expect(bodies.map(addressesIn)).toEqual(bodies.map(byPattern));
  });

  it('are limited to a hundred', () => {
    const body = Array.from({ length: 150 }, (_, n) => `a${n}@example.com`).join(' ');
    expect(addressesIn(body)).toEqual(byPattern(body));
    expect(addressesIn(body)).toHaveLength(100);
  });
});
