import { type ClaimDecision, judge } from './claims';
import type { KnownKey } from './idempotency-keys';

const answer = { status: 201, contentType: 'application/json', location: null, body: '{}' };
const request = { holder: 'me', fingerprint: 'this request' };
const other = 'another request';

const cases: [string, Partial<KnownKey>, ClaimDecision][] = [
  ['is new, or was released, and is claimed by this gateway', { holder: 'me' }, { type: 'run' }],
  ['is in progress elsewhere', {}, { type: 'in-progress' }],
  ['has a response', { answer }, { type: 'replay', answer }],
  ['was another request, in progress', { fingerprint: other }, { type: 'reused' }],
  ['was another request, and has a response', { fingerprint: other, answer }, { type: 'reused' }],
];

describe('a request with a key', () => {
  it.each(cases)('gets the right decision if it %s', (_, stored, decision) => {
    expect(
      judge({ holder: 'somebody', fingerprint: request.fingerprint, answer: null, ...stored }, request),
    ).toEqual(decision);
  });
});
