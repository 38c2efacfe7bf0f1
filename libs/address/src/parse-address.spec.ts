import { parseAddress } from './index';

describe('reading an address of a channel', () => {
  it.each([
    ['EMAIL', ' Ada@Example.com', { ok: true, address: 'ada@example.com' }],
    ['WHATSAPP', '+1 212 555 0123', { ok: true, address: '+12125550123' }],
    ['SMS', '+1 212 555 0123', { ok: true, address: '+12125550123' }],
    ['EMAIL', '+12125550123', { ok: false, code: 'invalid_email' }],
    ['WHATSAPP', 'ada@example.com', { ok: false, code: 'invalid_phone' }],
    ['SMS', 'ada@example.com', { ok: false, code: 'invalid_phone' }],
  ] as const)('on %s, %j is read as %j', (channel, raw, expected) => {
    expect(parseAddress(channel, raw)).toEqual(expected);
  });
});
