import { randomBytes } from 'node:crypto';
import { deliveryId } from '@carillon/contracts';
import { parseKeyRing } from './key-ring';
import { LinkTokens } from './link-tokens';

const aKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const campaignId = '6560f0a1b2c3d4e5f6a7b8c9';
const otherId = '6560f0a1b2c3d4e5f6a7b8ca';
const delivery = deliveryId(`${campaignId}-0000001025`, 499);
const ring = parseKeyRing(aKey('k1'));
const tokens = new LinkTokens(ring);
const LINKS = 20;

function tokenOf(of: LinkTokens, link: number | null = 3, id = delivery): string {
  const make = of.maker(campaignId, LINKS).of(id);
  if (!make) throw new Error('This is no delivery');
  return make(link);
}

describe('the token of a link', () => {
  it.each([0, 3, LINKS - 1, null])('identifies the delivery and the link %p', (link) => {
    expect(tokens.read(tokenOf(tokens, link))).toEqual({ campaignId, link, deliveryId: delivery });
  });

  it.each([0, 3, LINKS - 1, null])(
    'identifies the link %p and no recipient, if all recipients share it',
    (link) => {
      const token = tokens.maker(campaignId, LINKS).shared(link);
      expect(tokens.read(token)).toEqual({ campaignId, link, deliveryId: null });
      expect(token).toHaveLength(36);
    },
  );

  it('is valid for every position of a batch, in any order', () => {
    const maker = tokens.maker(campaignId, LINKS);
    for (const position of [499, 0, 250, 1, 498, 195, 194, 196]) {
      const id = deliveryId(`${campaignId}-0000000007`, position);
      expect(tokens.read(maker.of(id)?.(5) ?? '')).toEqual({ campaignId, link: 5, deliveryId: id });
    }
  });

  it('is the same each time, so that a resent mail has the same links', () => {
    expect(tokenOf(tokens)).toBe(tokenOf(new LinkTokens(ring)));
  });

  it('is valid for the last possible batch', () => {
    const id = deliveryId(`${campaignId}-9999999999`, 65_535);
    expect(tokens.read(tokenOf(tokens, 0, id))).toMatchObject({ deliveryId: id });
  });

  it('fits into a line of an email for any delivery and link', () => {
    expect(tokenOf(tokens)).toMatch(/^[\w-]{44}$/);
  });

  it('is not created for an email that is not a delivery of the campaign', () => {
    const maker = tokens.maker(campaignId, LINKS);
    expect(maker.of('test')).toBeNull();
    expect(maker.of(deliveryId(`${otherId}-0000000001`, 0))).toBeNull();
    expect(() => tokens.maker('me', 1)).toThrow(RangeError);
  });
});

describe('a forged token', () => {
  it.each([
    ['of a delivery', () => tokenOf(tokens)],
    ['shared by all recipients', () => tokens.maker(campaignId, LINKS).shared(3)],
  ])('%s is refused with any byte changed', (_, make) => {
    const bytes = Buffer.from(make(), 'base64url');
    const altered = [...bytes.keys()].flatMap((at) =>
      [1, 0x80].map((bit) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ bit;
        return copy.toString('base64url');
      }),
    );
    expect(altered.filter((token) => tokens.read(token) !== null)).toEqual([]);
  });

  it('of another campaign, batch, position or link is refused', () => {
    const [a, b] = [tokenOf(tokens, 3), tokenOf(tokens, 4)];
    const parts = (token: string) => Buffer.from(token, 'base64url');
    const mixed = Buffer.concat([parts(a).subarray(0, 22), parts(b).subarray(22)]).toString('base64url');
    const elsewhere = Buffer.from(parts(a));
    Buffer.from(otherId, 'hex').copy(elsewhere, 1);
    expect([tokens.read(mixed), tokens.read(elsewhere.toString('base64url'))]).toEqual([null, null]);
  });

  it.each<[string, (token: string) => string]>([
    ['empty', () => ''],
    ['something else', () => 'sale'],
    ['shortened', (token) => token.slice(0, -4)],
    ['as long as a shared one', (token) => token.slice(0, 36)],
    ['lengthened', (token) => `${token}AAAA`],
    ['padded', (token) => `${token}=`],
    ['followed by a line break', (token) => `${token}\n`],
    ['very long', (token) => token.repeat(1_000)],
    ['in the alphabet of base64', (token) => `+/${token.slice(2)}`],
  ])('is refused when it is %s', (_, change) => {
    expect(tokens.read(change(tokenOf(tokens)))).toBeNull();
  });
});

describe('rotated keys', () => {
  const [old, young] = [aKey('k1'), aKey('k2')];

  it('verify tokens as long as the ring contains them', () => {
    const token = tokenOf(new LinkTokens(parseKeyRing(old)));
    expect(new LinkTokens(parseKeyRing(`${young},${old}`)).read(token)).toMatchObject({ link: 3 });
    expect(new LinkTokens(parseKeyRing(young)).read(token)).toBeNull();
  });

  it('sign with the first', () => {
    const token = tokenOf(new LinkTokens(parseKeyRing(`${young},${old}`)));
    expect(new LinkTokens(parseKeyRing(young)).read(token)).toMatchObject({ link: 3 });
  });
});
