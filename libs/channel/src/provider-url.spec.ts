import { providerUrl } from './provider-url';

describe('the base URL of a provider', () => {
  const own = 'https://api.provider.example';

  it.each([
    [undefined, own],
    ['http://127.0.0.1:8027', 'http://127.0.0.1:8027/http'],
    ['https://proxy.example/apis/', 'https://proxy.example/apis/http'],
  ])('with PROVIDER_API_URL=%s is %s', (instead, expected) => {
    expect(providerUrl({ PROVIDER_API_URL: instead }, 'HTTP', own)).toBe(expected);
  });
});
