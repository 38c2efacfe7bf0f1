import { unfitUrl } from './public-url';

it.each([
  ['http://example.com/', 'This must begin with https://'],
  ['https://user:word@example.com/', 'This must not have a username or a password'],
  ['https://example.com/#part', 'This must not have a fragment'],
  ['https://localhost/', 'This name is not on the internet'],
  ['https://intranet/', 'This name is not on the internet'],
  ['no url', 'This must be a URL'],
])('%s is not an endpoint', (url, why) => {
  expect(unfitUrl(url, false)).toBe(why);
});

it.each(['https://example.com/hook?a=b', 'https://example.com:8443/', 'https://[2606:4700::1111]/'])(
  '%s is an endpoint',
  (url) => {
    expect(unfitUrl(url, false)).toBeNull();
  },
);

it('allows plain http only on this machine, if private addresses are allowed', () => {
  expect(unfitUrl('http://localhost:8080/', true)).toBeNull();
  expect(unfitUrl('http://example.com/', true)).toBe('This must begin with https://');
});
