import { Readable } from 'node:stream';
import type { Principal } from '@carillon/contracts';
import { fingerprintOf, identityOf } from './identity';

const principal = { role: 'user', userId: 'a' } as Principal;
const request = {
  method: 'POST',
  routeOptions: { url: '/api/v1/campaigns/:id/pause' },
  params: { id: '1' },
  query: {},
  body: undefined as unknown,
  headers: {},
};

describe('requests are repeats of each other', () => {
  const identity = identityOf(request, principal, 'key');

  it('if they have the same user, path and Idempotency-Key', () => {
    expect(identityOf({ ...request, body: { x: 1 } }, principal, 'key')).toBe(identity);
    for (const other of [
      identityOf(request, { ...principal, userId: 'b' } as Principal, 'key'),
      identityOf(request, { role: 'operator', keyId: 'a' }, 'key'),
      identityOf({ ...request, params: { id: '2' } }, principal, 'key'),
      identityOf({ ...request, routeOptions: { url: '/api/v1/campaigns/:id/resume' } }, principal, 'key'),
      identityOf(request, principal, 'Key'),
    ]) {
      expect(other).not.toBe(identity);
    }
  });

  it('with any key of the user, but not in sessions of two people', () => {
    const signedIn = (loginId: string) => ({ ...principal, signedIn: { loginId } }) as Principal;
    const [ada, eve] = [signedIn('ada'), signedIn('eve')].map((each) => identityOf(request, each, 'key'));
    expect(new Set([identity, ada, eve]).size).toBe(3);
    expect(identityOf(request, { ...principal, keyId: 'other' }, 'key')).toBe(identity);
    expect(identityOf(request, signedIn('ada'), 'key')).toBe(ada);
  });

  it('with any key of the operator', () => {
    const [one, two] = ['a', 'b'].map((keyId) => identityOf(request, { role: 'operator', keyId }, 'key'));
    expect(one).toBe(two);
  });
});

describe('the fingerprint of a request', () => {
  const of = (body: unknown, more: object = {}, key = 'key'): string =>
    fingerprintOf({ ...request, body, ...more }, key);

  it.each([
    ['the order of fields', { a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 }],
    ['an empty object in place of no body', undefined, {}],
  ])('ignores %s', (_, one, other) => {
    expect(of(one)).toBe(of(other));
  });

  it.each([
    ['a value', { a: 1 }, { a: 2 }],
    ['a type', { a: 1 }, { a: '1' }],
    ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['a field more', { a: 1 }, { a: 1, b: null }],
    ['null in place of an object', {}, null],
  ])('includes %s', (_, one, other) => {
    expect(of(one)).not.toBe(of(other));
  });

  it('includes the query', () => {
    expect(of({}, { query: { onExisting: 'update' } })).not.toBe(of({}));
  });

  it('does not reveal passwords without the Idempotency-Key', () => {
    const body = { settings: { password: 'swordfish' } };
    expect(of(body, {}, 'one')).not.toBe(of(body, {}, 'other'));
  });

  it('includes only the announced type and length of a streamed body', () => {
    const file = (type: string, length: string): string =>
      of(Readable.from([]), { headers: { 'content-type': type, 'content-length': length } });
    expect(file('text/csv', '10')).toBe(file('text/csv', '10'));
    expect(file('text/csv', '10')).not.toBe(file('text/csv', '11'));
    expect(file('text/csv', '10')).not.toBe(file('application/x-ndjson', '10'));
  });
});
