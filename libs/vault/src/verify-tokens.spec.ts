import { parseKeyRing } from './key-ring';
import { VerifyTokens } from './verify-tokens';

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const tokens = new VerifyTokens(parseKeyRing(`a:${keyOf(1)}`));
const sender = '65e1c0000000000000000001';

it('makes the same token for the same sender only', () => {
  expect(tokens.make(sender)).toBe(tokens.make(sender));
  expect(tokens.make(sender)).toMatch(/^[\w-]{32}$/);
  expect(tokens.isRight(sender, tokens.make(sender))).toBe(true);
  expect(tokens.isRight('65e1c0000000000000000002', tokens.make(sender))).toBe(false);
});

it.each(['', 'a', 'a'.repeat(32), 'ä'.repeat(32)])('refuses %j', (token) => {
  expect(tokens.isRight(sender, token)).toBe(false);
});

it('still accepts the tokens of earlier keys', () => {
  const rotated = new VerifyTokens(parseKeyRing(`b:${keyOf(2)},a:${keyOf(1)}`));
  expect(rotated.make(sender)).not.toBe(tokens.make(sender));
  expect(rotated.isRight(sender, tokens.make(sender))).toBe(true);
  expect(tokens.isRight(sender, rotated.make(sender))).toBe(false);
});
