import { readOrigins } from './cors';

describe('origins', () => {
  it('are matched exactly', () => {
    const origins = readOrigins('https://app.example.com, http://localhost:3000') as ReadonlySet<string>;
    expect([...origins]).toEqual(['https://app.example.com', 'http://localhost:3000']);
    for (const other of [
      'null',
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://app.example.com.evil.test',
      'https://evil.test/https://app.example.com',
      'https://sub.app.example.com',
      'http://localhost',
      '',
    ])
      expect(origins.has(other)).toBe(false);
  });

  it('can include all origins', () => {
    expect(readOrigins('*')).toBe('*');
  });

  it.each([
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://a.test,',
    'null',
    'https://a.test,*',
  ])('stop the boot if they are invalid: %s', (configured) => {
    expect(() => readOrigins(configured)).toThrow('CORS_ORIGINS');
  });
});
