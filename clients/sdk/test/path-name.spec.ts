import { Buffer } from 'node:buffer';
import { pathName } from '../src/index.ts';

describe('the name of an attribute in a path', () => {
  it.each(['city', 'Größe', 'a b', '$ref', '?x#', 'a.b', '...'])('stays as it is: %s', (name) => {
    expect(pathName(name)).toBe(name);
  });

  it.each(['.', '..', 'a/b', 'a\\b', '100%', '~x', '~', 'Größe/ß', '/?>~'])(
    'becomes base64url: %s',
    (name) => {
      const encoded = pathName(name);
      expect(encoded).toMatch(/^~[A-Za-z0-9_-]+$/);
      expect(Buffer.from(encoded.slice(1), 'base64url').toString()).toBe(name);
    },
  );
});
