import { judgeBatch, judgePostmark, judgeServer } from './results';

const answer = (status: number, body?: unknown) => ({ status, retryAfterMs: null, headers: {}, body });
const error = (ErrorCode: number) => ({ ErrorCode, Message: 'why' });
const sent = { To: 'a@example.org', MessageID: 'm-1', ErrorCode: 0, Message: 'OK' };

const codes: [code: number, expected: object][] = [
  [300, { kind: 'failed', permanent: true, reason: 'REQUEST_REFUSED' }],
  [400, { kind: 'providerDown', reason: 'SENDER_NOT_VERIFIED' }],
  [401, { kind: 'providerDown', reason: 'SENDER_NOT_VERIFIED' }],
  [405, { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED' }],
  [406, { kind: 'failed', permanent: true, reason: 'SUPPRESSED_BY_PROVIDER', suppress: 'BOUNCED' }],
  [411, { kind: 'failed', permanent: true, reason: 'CONTENT_REFUSED' }],
  [412, { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED' }],
  [413, { kind: 'providerDown', reason: 'ACCOUNT_SUSPENDED' }],
  [1235, { kind: 'providerDown', reason: 'SETTINGS_INVALID' }],
];

describe('a response of Postmark', () => {
  it.each(codes)('with the code %i is %j, alone and in a batch', (code, expected) => {
    const judged = { ...expected, code: String(code), detail: 'why' };
    expect(judgePostmark(answer(422, error(code)))).toMatchObject(judged);
    expect(judgeBatch(answer(200, [sent, error(code)]), 2)).toMatchObject([
      { kind: 'sent', providerId: 'm-1' },
      judged,
    ]);
  });

  it.each([
    [401, error(10), { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '10' }],
    [429, error(429), { kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS' }],
    [503, error(100), { kind: 'throttled', scope: 'provider', reason: 'MAINTENANCE' }],
    [500, undefined, { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
    [413, undefined, { kind: 'failed', reason: 'MESSAGE_TOO_BIG' }],
    [404, undefined, { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER' }],
  ])('%i %j applies to all emails of a batch: %j', (status, body, expected) => {
    expect(judgeBatch(answer(status, body), 2)).toMatchObject([expected, expected]);
  });

  it.each([undefined, {}, [sent], [sent, sent, sent]])(
    'with other results than emails (%j) is unknown',
    (body) => {
      const unknown = { kind: 'unknown', reason: 'ANSWER_UNREADABLE' };
      expect(judgeBatch(answer(200, body), 2)).toMatchObject([unknown, unknown]);
    },
  );

  it('about an email without a result is unknown', () => {
    expect(judgePostmark(answer(200, {}))).toMatchObject({ kind: 'unknown' });
    expect(judgeBatch(answer(200, [sent, null]), 2)).toMatchObject([{ kind: 'sent' }, { kind: 'unknown' }]);
  });

  it('about the server checks the token', () => {
    expect(judgeServer(answer(200, { ID: 1 }))).toEqual({ kind: 'sent' });
    expect(judgeServer(answer(401, error(10)))).toMatchObject({ reason: 'LOGIN_REFUSED' });
  });
});
