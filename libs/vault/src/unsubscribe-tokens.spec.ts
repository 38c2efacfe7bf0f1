import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readBase32, writeBase32, writeBits } from './base32';
import { type KeyRing, parseKeyRing } from './key-ring';
import { UnsubscribeTokens } from './unsubscribe-tokens';

const userId = '64b7c0ffee64b7c0ffee0002';
const campaignId = '64b7c0ffee64b7c0ffee0001';
const address = 'ann@example.org';
const aKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const ring = (...keys: string[]): KeyRing => parseKeyRing(keys.join(','));
const tokenOf = (tokens: UnsubscribeTokens, to = address): string => tokens.maker({ userId, campaignId })(to);

describe('an unsubscribe token', () => {
  const tokens = new UnsubscribeTokens(ring(aKey('k1')));

  it.each([address, `${'a'.repeat(64)}@${'b'.repeat(185)}.com`, 'a@b.co', 'ann@xn--mnchen-3ya.example'])(
    'identifies the recipient and the campaign: %s',
    (to) => {
      expect(tokens.read(tokenOf(tokens, to))).toEqual({ userId, campaignId, address: to });
    },
  );

  it('can be part of a link, has one letter case, and is as long as its content, 49 bytes, and a check value', () => {
    const token = tokenOf(tokens);
    expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]+$/);
    expect(token).toHaveLength(Math.ceil(((address.length + 49) * 8) / 5) + 4);
  });

  it('does not reveal the address', () => {
    const bytes = readBase32(tokenOf(tokens)).toString('latin1');
    expect(bytes).not.toMatch(/ann@|example/);
  });

  it('differs each time, so that two tokens do not reveal whether they are for the same person', () => {
    const make = tokens.maker({ userId, campaignId });
    const made = [...Array.from({ length: 1_000 }, () => make(address)), tokenOf(tokens), tokenOf(tokens)];
    const sealed = made.map((token) => readBase32(token).subarray(37, 37 + address.length));
    expect(new Set(sealed.map(String)).size).toBe(made.length);
  });

  it('is not accepted when a single bit was altered', () => {
    const token = tokenOf(tokens);
    const bytes = readBase32(token.slice(0, -4));
    const altered = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      // With the check value of the altered bytes, and without a check value.
      return [writeBase32(copy), writeBase32(copy) + writeBits(crc32(copy) >>> 12, 4)];
    }).flat();
    expect(altered.filter((text) => tokens.read(text) !== null)).toEqual([]);
  });

  it.each<[string, (token: string) => string]>([
    ['empty', () => ''],
    ['something else', () => 'unsubscribe'],
    ['cut in its address', (token) => token.slice(0, 70)],
    ['cut in its tag', (token) => token.slice(0, -8)],
    ['without its beginning', (token) => token.slice(3)],
    ['its first half', (token) => token.slice(0, 53)],
    ['with a character less', (token) => token.slice(0, 50) + token.slice(51)],
    [
      'of another product',
      () => 'AWS3wP_uZLfA_-4AAmS3wP_uZLfA_-4AAZOIwXCm2wH4AAAAAJyv21049y3ODN9fbxE-5c_AMw9H2NOnkpWXnSn9BSY',
    ],
    ['nothing but letters', () => 'a'.repeat(100_000)],
  ])('is not accepted when it is %s', (_, change) => {
    expect(tokens.read(change(tokenOf(tokens)))).toBeNull();
  });

  /**
   * How email clients, gateways, and people alter links, according to public reports about bounce handlers and RFC 8058
   * endpoints.
   */
  it.each<[string, (token: string) => string]>([
    ['in uppercase', (token) => token.toUpperCase()],
    ['in mixed case', (token) => token.slice(0, 30).toUpperCase() + token.slice(30)],
    ['with a full stop behind', (token) => `${token}.`],
    ['with an angle bracket behind', (token) => `${token}>`],
    ['with brackets and commas behind', (token) => `${token}),;`],
    ['with quotation marks around', (token) => `"${token}"`],
    ['with an equals sign behind', (token) => `${token}=`],
    ['with an encoded one behind', (token) => `${token}%3D`],
    ['with spaces around and inside', (token) => ` ${token.slice(0, 20)} ${token.slice(20)}  `],
    ['with encoded spaces inside and behind', (token) => `${token.slice(0, 20)}%20${token.slice(20)}%20`],
    ['with a line end inside', (token) => `${token.slice(0, 40)}\r\n ${token.slice(40)}`],
    ['with a soft line end inside', (token) => `${token.slice(0, 40)}=\r\n${token.slice(40)}`],
    ['with encoded line ends inside', (token) => `${token.slice(0, 40)}=%0D%0A${token.slice(40)}`],
    ['with an encoded bracket behind', (token) => `${token}&gt;`],
    ['with a zero-width space inside', (token) => `${token.slice(0, 40)}\u200b${token.slice(40)}`],
    ['with text that stuck to it', (token) => `${token}Unsubscribe-from-this-list`],
    ['twice', (token) => token + token],
    ['with letters for digits', (token) => token.replaceAll('0', 'O').replaceAll('1', 'l')],
    ['with its check value cut', (token) => token.slice(0, -4)],
    ['with its last character cut', (token) => token.slice(0, -1)],
    ['with a slash behind', (token) => `${token}/`],
  ])('is repaired %s', (_, change) => {
    for (const to of [address, 'ab@c.example', 'abc@c.example', 'abcd@c.example', 'abcde@c.example'])
      expect([to, tokens.read(change(tokenOf(tokens, to)))]).toEqual([
        to,
        { userId, campaignId, address: to },
      ]);
  });

  it('identifies the user and the campaign as long as its beginning is intact', () => {
    const token = tokenOf(tokens);
    expect(tokens.claimedBy(token.slice(0, 60).toUpperCase())).toEqual({ userId, campaignId });
    expect(tokens.claimedBy(token.slice(0, 30))).toBeNull();
    expect(tokens.claimedBy('unsubscribe')).toBeNull();
  });

  it('remains valid as long as the ring contains its key', () => {
    const [old, young] = [aKey('k1'), aKey('k2')];
    const token = tokenOf(new UnsubscribeTokens(ring(old)));
    expect(new UnsubscribeTokens(ring(young, old)).read(token)).toMatchObject({ address });
    expect(new UnsubscribeTokens(ring(young)).read(token)).toBeNull();
  });

  it('is created with the first key', () => {
    const [old, young] = [aKey('k1'), aKey('k2')];
    const token = tokenOf(new UnsubscribeTokens(ring(young, old)));
    expect(new UnsubscribeTokens(ring(young)).read(token)).toMatchObject({ address });
  });

  it('is not created for invalid IDs', () => {
    expect(() => tokens.maker({ userId: 'me', campaignId })).toThrow(RangeError);
  });
});
