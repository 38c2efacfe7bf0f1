import { defineConfig, parseConfig } from './config';
import { publicUrl } from './public-url';

const definition = defineConfig('test', { PUBLIC_URL: publicUrl });
const read = (url: string) => parseConfig(definition, { PUBLIC_URL: url }).PUBLIC_URL;

describe('the public URL', () => {
  it.each([
    'https://mail.example.com',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'https://example.com/carillon',
    'https://xn--mnchen-3ya.example/a/b',
  ])('may be %s', (url) => {
    expect(read(url)).toBe(url);
  });

  it.each([
    '',
    'mail.example.com',
    'ftp://example.com',
    'https://example.com/',
    'https://example.com/carillon/',
    'https://example.com//a',
    'https://example.com?a=1',
    'https://example.com/#a',
    'https://user:password@example.com',
    'https://münchen.example',
    'https://example.com/a b',
    'https://example.com/<b>',
    `https://example.com/${'a'.repeat(200)}`,
  ])('may not be %j', (url) => {
    expect(() => read(url)).toThrow(/PUBLIC_URL: /);
  });
});
