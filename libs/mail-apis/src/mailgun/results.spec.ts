import { judgeMailgun } from './results';

const answer = (status: number, body?: unknown) =>
  judgeMailgun({ status, retryAfterMs: null, headers: {}, body });

describe('a response of Mailgun', () => {
  it('has the ID that webhooks repeat', () => {
    expect(answer(200, { id: '<1.2@shop.example>', message: 'Queued. Thank you.' })).toEqual({
      ...{ kind: 'sent', providerId: '1.2@shop.example' },
    });
  });

  it.each([
    [
      400,
      { message: "'to' parameter is not a valid address. please check documentation" },
      { kind: 'failed', permanent: true, reason: 'INVALID_ADDRESS', code: '400' },
    ],
    [
      400,
      { message: 'Need at least one of text or html' },
      { kind: 'failed', permanent: true, reason: 'REQUEST_REFUSED' },
    ],
    [401, undefined, { kind: 'providerDown', reason: 'LOGIN_REFUSED' }],
    [402, { message: 'Request failed' }, { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED' }],
    [
      403,
      { message: 'Domain shop.example is not allowed to send: The domain is unverified' },
      {
        kind: 'providerDown',
        reason: 'ACCESS_DENIED',
        detail: expect.stringContaining('unverified') as string,
      },
    ],
    [
      404,
      { message: 'Domain not found: shop.example' },
      { kind: 'providerDown', reason: 'SENDER_NOT_FOUND' },
    ],
    [413, undefined, { kind: 'failed', permanent: true, reason: 'MESSAGE_TOO_BIG' }],
    [429, { message: 'Too many requests' }, { kind: 'throttled', reason: 'TOO_MANY_REQUESTS' }],
    [500, { message: 'Internal Server Error' }, { kind: 'unknown', reason: 'SERVER_ERROR' }],
    [200, { message: 'Queued. Thank you.' }, { kind: 'unknown', reason: 'ANSWER_UNREADABLE' }],
    [400, undefined, { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER' }],
  ])('%i %j is %j', (status, body, expected) => {
    expect(answer(status, body)).toMatchObject(expected);
  });
});
