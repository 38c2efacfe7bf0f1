import { randomBytes } from 'node:crypto';
import { deliveryId } from '@carillon/contracts';
import { ClickTokens } from './click-tokens';
import { parseKeyRing } from './key-ring';
import { LinkTokens } from './link-tokens';

const aKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const campaignId = '6560f0a1b2c3d4e5f6a7b8c9';
const delivery = deliveryId(`${campaignId}-9999999999`, 65_535);
const at = new Date('2026-03-01T10:00:00.000Z');
const text = aKey('k1');
const tokens = new ClickTokens(parseKeyRing(text));

describe('the token of a click', () => {
  it.each([
    [null, 40],
    [delivery, 48],
    [deliveryId(`${campaignId}-0000000000`, 0), 48],
  ])('identifies the click of the delivery %p', (id, length) => {
    const click = { campaignId, deliveryId: id, at };
    const token = tokens.make(click);
    expect(token).toHaveLength(length);
    expect(token).toMatch(/^[\w-]+$/);
    expect(tokens.read(token)).toEqual(click);
  });

  it('has the second of the click', () => {
    const token = tokens.make({ campaignId, deliveryId: null, at: new Date(at.getTime() + 999) });
    expect(tokens.read(token)?.at).toEqual(at);
  });

  it('remains valid after a new key is added, but not without its key', () => {
    const token = tokens.make({ campaignId, deliveryId: delivery, at });
    expect(new ClickTokens(parseKeyRing(`${aKey('k2')},${text}`)).read(token)).not.toBeNull();
    expect(new ClickTokens(parseKeyRing(aKey('k1'))).read(token)).toBeNull();
  });

  it.each([null, delivery])('of the delivery %p is invalid after any change of a bit', (id) => {
    const bytes = Buffer.from(tokens.make({ campaignId, deliveryId: id, at }), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed[bit >> 3] ?? 0) ^ (1 << (bit & 7)), bit >> 3);
      expect(tokens.read(changed.toString('base64url'))).toBeNull();
    }
  });

  it('is not the token of a link, nor any other text', () => {
    const links = new LinkTokens(parseKeyRing(text));
    const maker = links.maker(campaignId, 1);
    const token = tokens.make({ campaignId, deliveryId: delivery, at });
    for (const other of [maker.shared(0), maker.of(delivery)?.(0) ?? '', '', `${token}A`, `${token}.gif`])
      expect(tokens.read(other)).toBeNull();
    expect(links.read(token)).toBeNull();
    expect(() => tokens.make({ campaignId: 'me', deliveryId: null, at })).toThrow(RangeError);
  });
});
