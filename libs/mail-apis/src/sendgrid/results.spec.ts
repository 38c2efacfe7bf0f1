import { judgeSendgrid } from './results';

const answer = (status: number, body?: unknown) =>
  judgeSendgrid({ status, retryAfterMs: null, headers: {}, body });
const error = (message: string, field: string | null = null) => ({
  errors: [{ message, field, help: null }],
});

describe('a response of SendGrid', () => {
  it('is 202 for an accepted email', () => expect(answer(202)).toEqual({ kind: 'sent' }));

  it.each([
    [
      400,
      error('Does not contain a valid address.', 'personalizations.0.to.0.email'),
      { kind: 'failed', permanent: true, reason: 'INVALID_ADDRESS', suppress: 'BOUNCED' },
    ],
    [
      400,
      error('The subject is required.', 'subject'),
      { kind: 'failed', permanent: true, reason: 'REQUEST_REFUSED' },
    ],
    [
      400,
      error('The attachment content must be base64 encoded.', 'attachments.0.content'),
      { kind: 'failed', reason: 'CONTENT_REFUSED' },
    ],
    [
      400,
      error('The from email does not contain a valid address.', 'from.email'),
      { kind: 'providerDown', reason: 'SENDER_REFUSED' },
    ],
    [
      403,
      error(
        'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
        'from',
      ),
      { kind: 'providerDown', reason: 'SENDER_NOT_VERIFIED' },
    ],
    [403, error('access forbidden'), { kind: 'providerDown', reason: 'ACCESS_DENIED' }],
    [
      401,
      error('The provided authorization grant is invalid, expired, or revoked'),
      { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '401' },
    ],
    [
      401,
      error('Maximum credits exceeded'),
      { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED', code: '401' },
    ],
    [
      413,
      error('The JSON payload you have included in your request is too large.'),
      { kind: 'failed', permanent: true, reason: 'MESSAGE_TOO_BIG' },
    ],
    [
      429,
      error('too many requests'),
      { kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS', detail: 'too many requests' },
    ],
    [500, undefined, { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
    [503, error('service unavailable'), { kind: 'unknown', reason: 'SERVER_ERROR' }],
    [408, undefined, { kind: 'unknown', reason: 'SERVER_ERROR' }],
    [400, 'no JSON of SendGrid', { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER' }],
    [301, undefined, { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER' }],
  ])('%i %j is %j', (status, body, expected) => {
    expect(answer(status, body)).toMatchObject(expected);
  });
});
