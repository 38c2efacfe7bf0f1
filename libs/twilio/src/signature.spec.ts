import { createHash, randomInt } from 'node:crypto';
import twilio from 'twilio';
import { type Fields, checkBodySignature, checkSignature } from './signature';

/**
 * The example of https://www.twilio.com/docs/usage/security#validating-requests, which all of Twilio's libraries test.
 */
const published = {
  authToken: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
};
const publishedFields = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const body = '{"property": "value", "boolean": true}';
const bodyHash = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620';

const letters = ['a', 'B', '0', ' ', '&', '=', '+', '%', '/', 'ß', 'é', '漢', '😀', '\n', "'", '"', '~'];
const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T;
const word = (most: number): string =>
  Array.from({ length: randomInt(most + 1) }, () => pick(letters)).join('');
const times = <T>(make: () => T): T[] => Array.from({ length: randomInt(6) }, make);

function someFields(): [string, string][] {
  const names = ['To', 'From', 'Body', 'body', 'Ärger', 'SmsSid', word(5)];
  return times(() => [pick(names), word(12)]);
}
function someUrl(): string {
  const host = pick(['example.org', 'a.b.example.org', '[::1]', 'user:word@example.org', '127.0.0.1']);
  const port = pick(['', '', ':80', ':443', ':8443']);
  const query = pick(['', '?', `?delivery=${encodeURIComponent(word(6))}`, "?a=it's&b=~()*", '?a=1&a=2&c']);
  return `${pick(['http', 'https', 'HTTPS'])}://${host}${port}${pick(['', '/', '/api/v1/x', "/it's"])}${query}`;
}
const grouped = (fields: [string, string][]): Record<string, string | string[]> => {
  const names = new Set(fields.map(([name]) => name));
  const of = (name: string): string[] => fields.flatMap(([other, value]) => (other === name ? [value] : []));
  return Object.fromEntries(
    [...names].map((name) => [name, of(name).length === 1 ? of(name).join() : of(name)]),
  );
};

/** Signs as Twilio does. */
const signatureOf = (authToken: string, url: string, fields: Fields = []): string =>
  twilio.getExpectedTwilioSignature(
    authToken,
    url,
    grouped([...fields].map(([name, value]) => [name, value])),
  );

describe('the signature of a callback', () => {
  it('equals that of Twilio’s published example', () => {
    const fields = Object.entries(publishedFields);
    expect(checkSignature(published, fields)).toBe(true);
    expect(checkSignature(published, fields.reverse())).toBe(true);
  });

  it.each([
    ['another token', { authToken: '12346' }, {}],
    ['no token', { authToken: '' }, {}],
    ['another path', { url: 'https://mycompany.com/other.php?foo=1&bar=2' }, {}],
    ['another query', { url: 'https://mycompany.com/myapp.php?foo=1&bar=3' }, {}],
    ['another scheme', { url: 'http://mycompany.com/myapp.php?foo=1&bar=2' }, {}],
    ['another signature', { signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B9=' }, {}],
    ['a shorter signature', { signature: 'RSOYDt4T1cUT' }, {}],
    ['no signature', { signature: undefined }, {}],
    ['an invalid URL', { url: 'status?a=1' }, {}],
    ['another value', {}, { Digits: '1235' }],
    ['one more field', {}, { Digits2: '' }],
  ])('is invalid with %s', (_, request, fields) => {
    const sent = Object.entries({ ...publishedFields, ...fields });
    expect(checkSignature({ ...published, ...request }, sent)).toBe(false);
  });

  it('is valid whether or not the URL was signed with its retry fragment', () => {
    const url = 'https://example.org/status?delivery=a-7';
    for (const signed of [url, `${url}#rc=5&rp=all`]) {
      const signature = signatureOf('12345', signed, Object.entries(publishedFields));
      const request = { authToken: '12345', signature, url };
      expect(checkSignature(request, Object.entries(publishedFields))).toBe(true);
      expect(checkSignature({ ...request, url: `${url}1` }, Object.entries(publishedFields))).toBe(false);
    }
  });

  it('is valid if and only if Twilio’s own validator accepts it', () => {
    let fitting = 0;
    for (let n = 0; n < 2_000; n++) {
      const [authToken, signed, called, fields] = [word(8) || 'x', someUrl(), someUrl(), someFields()];
      const url =
        randomInt(2) === 0
          ? called
          : pick([signed, signed.replace(/:\d+(?=[/?]|$)/, ''), new URL(signed).href]);
      const signature = signatureOf(authToken, signed, fields);
      const expected = twilio.validateRequest(authToken, signature, url, grouped(fields));
      expect({ signed, url, fits: checkSignature({ authToken, signature, url }, fields) }).toEqual({
        signed,
        url,
        fits: expected,
      });
      if (expected) fitting += 1;
    }
    expect(fitting).toBeGreaterThan(500);
    expect(fitting).toBeLessThan(1_900);
  });
});

describe('the signature of a callback with a body that is not a form', () => {
  const url = `${published.url}&bodySHA256=${bodyHash}`;
  const request = { authToken: published.authToken, url, signature: 'a9nBmqA0ju/hNViExpshrM61xv4=' };

  it('equals that of Twilio’s published example', () => {
    expect(checkBodySignature(request, body)).toBe(true);
    expect(checkBodySignature(request, Buffer.from(body))).toBe(true);
  });

  it.each([
    ['another body', {}, `${body} `],
    ['no hash', { url: published.url, signature: signatureOf(published.authToken, published.url) }, body],
    ['another hash', { url: url.replace('0a1f', '0a1e') }, body],
    ['another signature', { signature: published.signature }, body],
  ])('is invalid with %s', (_, changes, sent) => {
    expect(checkBodySignature({ ...request, ...changes }, sent)).toBe(false);
  });

  it('is valid if Twilio’s own validator accepts it', () => {
    for (let n = 0; n < 300; n++) {
      const [authToken, sent] = [word(8) || 'x', word(40)];
      const hashed = randomInt(4) === 0 ? `${sent}!` : sent;
      const hash = createHash('sha256').update(hashed).digest('hex');
      const called = `https://example.org${pick(['', ':443', ':8443'])}/x?bodySHA256=${hash}`;
      const signature = signatureOf(authToken, called);
      expect(checkBodySignature({ authToken, signature, url: called }, sent)).toBe(
        twilio.validateRequestWithBody(authToken, signature, called, sent),
      );
    }
  });
});
