import { AppError } from '@carillon/contracts';
import { seededRandom } from '@carillon/testing/random';
import { parseJson } from './parse-json';

const ROUNDS = 4_000;

const scalars = ['0', '-0', '1e3', '1.5E-7', '1234567890123456', 'true', 'false', 'null', '""', '1e308'];
const strings = [
  '"a"',
  '"a:b"',
  '"\\""',
  '"\\\\"',
  '"\\\\\\":"',
  '"{"',
  '"\\u0041"',
  '"\\ud800"',
  '"ü👋"',
  '"\\/"',
];
const keys = ['"a"', '"b"', '"\\u0061"', '"a:"', '""', '"\\\\"', '"A"', '"__proto_"', '"k\\"k"'];
const blanks = ['', '', '', ' ', '\n', '\t\r'];

/** A valid JSON text, its value, and whether it has a duplicate key. */
interface Written {
  text: string;
  expected: unknown;
  repeats: boolean;
}

/** Writes valid JSON texts with constructs that are hard to parse. */
function writer(random: () => number) {
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T =>
    from[Math.floor(random() * from.length)] as T;
  const blank = (): string => pick(blanks);
  function value(room: number): Written {
    const kind = random();
    if (room === 0 || kind < 0.4) {
      const text = pick(random() < 0.5 ? scalars : strings);
      return { text, expected: JSON.parse(text), repeats: false };
    }
    const inner = Array.from({ length: Math.floor(random() * 4) }, () => value(room - 1));
    const names = inner.map(() => pick(keys));
    const decodedNames = names.map((name) => JSON.parse(name) as string);
    const isArray = kind < 0.6;
    const members = inner.map(
      ({ text }, i) =>
        `${blank()}${isArray ? '' : `${names[i] ?? ''}${blank()}:${blank()}`}${text}${blank()}`,
    );
    return {
      text: isArray ? `[${members.join(',')}]` : `{${members.join(',')}}`,
      expected: isArray
        ? inner.map(({ expected }) => expected)
        : Object.fromEntries(inner.map(({ expected }, i) => [decodedNames[i] ?? '', expected])),
      repeats:
        inner.some(({ repeats }) => repeats) ||
        (!isArray && new Set(decodedNames).size < decodedNames.length),
    };
  }
  return { value, pick, blank };
}

function outcome(read: () => unknown): { value: unknown } | { code: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code };
    if (error instanceof SyntaxError) return { code: 'malformed_json' };
    throw error;
  }
}

describe('a random text', () => {
  it('is read with its exact value, unless it has a duplicate key', () => {
    const { value, blank } = writer(seededRandom(1));
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { text, expected: parsed, repeats } = value(5);
      const whole = `${blank()}${text}${blank()}`;
      const expected = repeats ? { code: 'malformed_json' } : { value: parsed };
      if (repeats) refused += 1;
      expect([whole, outcome(() => parseJson(Buffer.from(whole)))]).toEqual([whole, expected]);
    }
    // Both cases occur often enough to be significant.
    expect(refused).toBeGreaterThan(ROUNDS / 100);
    expect(refused).toBeLessThan(ROUNDS / 2);
  });

  it('is refused when damaged, or read like JSON.parse, and throws no other error', () => {
    const random = seededRandom(2);
    const { value, pick } = writer(random);
    let read = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = Buffer.from(value(4).text);
      for (let hits = 0; hits <= random() * 3; hits++) {
        bytes[Math.floor(random() * bytes.length)] = pick([
          0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x5d, 0x00, 0xff, 0x30, 0x65,
        ]);
      }
      const found = outcome(() => parseJson(bytes));
      if ('code' in found) {
        expect(['malformed_json', 'validation_failed']).toContain(found.code);
      } else {
        read += 1;
        // JSON.parse itself is not reliable for keys with escapes.
        if (!bytes.includes(0x5c)) expect(found).toEqual({ value: JSON.parse(bytes.toString()) as unknown });
      }
    }
    expect(read).toBeGreaterThan(ROUNDS / 100);
  });

  it('is refused if and only if it is nested deeper than 32 levels', () => {
    const random = seededRandom(3);
    for (let depth = 1; depth <= 64; depth++) {
      const opened = Array.from({ length: depth }, () => (random() < 0.5 ? '[' : '{"a":'));
      const closed = opened.map((bracket) => (bracket === '[' ? ']' : '}')).reverse();
      const found = outcome(() => parseJson(Buffer.from(`${opened.join('')}1${closed.join('')}`)));
      expect([depth, 'code' in found]).toEqual([depth, depth > 32]);
    }
  });
});
