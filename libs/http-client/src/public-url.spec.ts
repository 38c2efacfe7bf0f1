import { unfitUrl } from './public-url';

it.each([
  ['http://example.com/', 'This must begin with https://'],
  ['https://user:word@example.com/', 'This must not have a user name or a password'],
  ['https://example.com/#part', 'This must not have a fragment'],
  ['https://localhost/', 'This name is not on the internet'],
  ['https://intranet/', 'This name is not on the internet'],
  ['no url', 'This must be a URL'],
])('%s is no endpoint', (url, why) => {
  expect(unfitUrl(url, false)).toBe(why);
});

it.each(['https://example.com/hook?a=b', 'https://example.com:8443/', 'https://[2606:4700::1111]/'])(
  '%s is one',
  (url) => {
    expect(unfitUrl(url, false)).toBeNull();
  },
);

it('is by plain http on this machine only, where that is allowed', () => {
  expect(unfitUrl('http://localhost:8080/', true)).toBeNull();
  expect(unfitUrl('http://example.com/', true)).toBe('This must begin with https://');
});
