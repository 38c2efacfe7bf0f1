import { ConfigError, parseConfig } from '@carillon/platform';
import { gatewayConfig } from './config';
import { parseRate } from './rate';

const read = (RATE_FREE: string) =>
  parseRate(
    parseConfig(gatewayConfig, {
      PUBLIC_URL: 'https://example.com',
      VAULT_PUBLIC_KEY: 'k',
      LINK_KEYS: 'k',
      CURSOR_KEY: 'k',
      RATE_FREE,
    }).RATE_FREE,
  );

describe('a rate in the configuration', () => {
  it.each([
    ['100/s burst 200', { perSecond: 100, burst: 200 }],
    ['100/s burst 50', { perSecond: 100, burst: 50 }],
    ['7/s', { perSecond: 7, burst: 14 }],
    ['100000/s burst 1000000', { perSecond: 100_000, burst: 1_000_000 }],
    ['none', null],
    ['', { perSecond: 100, burst: 200 }],
  ])('parses %j as %j', (text, rate) => {
    expect(read(text)).toEqual(rate);
  });

  it.each(['100', '0/s', '100/m', '100/s burst 0', '100001/s', '1/s burst 1000001', '1.5/s', '-1/s', 'no'])(
    '%j stops the boot and is named',
    (text) => {
      expect(() => read(text)).toThrow(ConfigError);
      expect(() => read(text)).toThrow(`RATE_FREE: read ${JSON.stringify(text)}`);
    },
  );
});
