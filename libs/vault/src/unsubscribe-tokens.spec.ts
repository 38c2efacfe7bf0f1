import { randomBytes } from 'node:crypto';
import { type KeyRing, parseKeyRing } from './key-ring';
import { UnsubscribeTokens } from './unsubscribe-tokens';

const userId = '64b7c0ffee64b7c0ffee0002';
const campaignId = '64b7c0ffee64b7c0ffee0001';
const address = 'ann@example.org';
/** Made with a key of 32 bytes 7. Links are in mailboxes for ever. */
const FORMER = 'AWS3wP_uZLfA_-4AAmS3wP_uZLfA_-4AAZOIwXCm2wH4AAAAAJyv21049y3ODN9fbxE-5c_AMw9H2NOnkpWXnSn9BSY';
const aKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const ring = (...keys: string[]): KeyRing => parseKeyRing(keys.join(','));
const tokenOf = (tokens: UnsubscribeTokens, to = address): string => tokens.maker({ userId, campaignId })(to);

describe('an unsubscribe token', () => {
  const tokens = new UnsubscribeTokens(ring(aKey('k1')));

  it.each([address, `${'a'.repeat(64)}@${'b'.repeat(185)}.com`, 'a@b.co', 'ann@xn--mnchen-3ya.example'])(
    'gives back who wants no more from whom: %s',
    (to) => {
      expect(tokens.read(tokenOf(tokens, to))).toEqual({ userId, campaignId, address: to });
    },
  );

  it('can stand in a link and is as long as what it says and 53 bytes', () => {
    const token = tokenOf(tokens);
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(address.length + 53);
  });

  it('shows no address', () => {
    const bytes = Buffer.from(tokenOf(tokens), 'base64url').toString('latin1');
    expect(bytes).not.toMatch(/ann@|example/);
  });

  it('is another one each time, so that who has two cannot tell whether they are for the same person', () => {
    const make = tokens.maker({ userId, campaignId });
    const made = [...Array.from({ length: 1_000 }, () => make(address)), tokenOf(tokens), tokenOf(tokens)];
    const sealed = made.map((token) => Buffer.from(token, 'base64url').subarray(37, 37 + address.length));
    expect(new Set(sealed.map(String)).size).toBe(made.length);
  });

  it('is not accepted when a single bit of it was altered', () => {
    const bytes = Buffer.from(tokenOf(tokens), 'base64url');
    const altered = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      return copy.toString('base64url');
    });
    expect(altered.filter((token) => tokens.read(token) !== null)).toEqual([]);
  });

  it.each<[string, (token: string) => string]>([
    ['empty', () => ''],
    ['something else', () => 'unsubscribe'],
    ['shortened', (token) => token.slice(0, -4)],
    ['lengthened', (token) => `${token}AAAA`],
    ['padded', (token) => `${token}=`],
    ['followed by a space', (token) => `${token} `],
    ['its first half', (token) => token.slice(0, 40)],
    ['without an address', (token) => token.slice(0, 53)],
    ['very long', (token) => token.repeat(1_000)],
    ['in the alphabet of base64', (token) => Buffer.from(token, 'base64url').toString('base64') + '+'],
  ])('is not accepted when it is %s', (_, change) => {
    expect(tokens.read(change(tokenOf(tokens)))).toBeNull();
  });

  it('is not accepted with the last character’s spare bits set', () => {
    const short = tokenOf(tokens, 'ab@example.org');
    const last = short.slice(-1);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = short.slice(0, -1) + alphabet.charAt(alphabet.indexOf(last) + 1);
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(short, 'base64url'));
    expect(tokens.read(twin)).toBeNull();
  });

  it('outlives the key that made it for as long as the ring has it', () => {
    const [old, young] = [aKey('k1'), aKey('k2')];
    const token = tokenOf(new UnsubscribeTokens(ring(old)));
    expect(new UnsubscribeTokens(ring(young, old)).read(token)).toMatchObject({ address });
    expect(new UnsubscribeTokens(ring(young)).read(token)).toBeNull();
  });

  it('is made with the first key', () => {
    const [old, young] = [aKey('k1'), aKey('k2')];
    const token = tokenOf(new UnsubscribeTokens(ring(young, old)));
    expect(new UnsubscribeTokens(ring(young)).read(token)).toMatchObject({ address });
  });

  it('is not made for what are no ids', () => {
    expect(() => tokens.maker({ userId: 'me', campaignId })).toThrow(RangeError);
  });

  it('was made by a former version, and is still understood', () => {
    const known = new UnsubscribeTokens(ring(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
    expect(known.read(FORMER)).toEqual({ userId, campaignId, address });
  });
});
