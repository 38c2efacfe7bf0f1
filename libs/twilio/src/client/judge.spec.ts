import { RequestFault } from '@carillon/http-client';
import { judgeFault, judgeRefusal } from './judge';

const refusal = (status: number, code?: number, retryAfterMs: number | null = null) =>
  judgeRefusal({
    status,
    retryAfterMs,
    body: code === undefined ? undefined : { code, message: 'No', status },
  });
const permanent = (reason: string) => ({ kind: 'failed', reason, permanent: true });
const temporary = (reason: string) => ({ kind: 'failed', reason, permanent: false });
const down = (reason: string) => ({ kind: 'providerDown', reason });
const throttled = (scope: string, reason: string, retryAfterMs: number | null) => ({
  kind: 'throttled',
  scope,
  reason,
  retryAfterMs,
});
const unknown = (reason: string) => ({ kind: 'unknown', reason, suspect: true });

describe('a refusal by Twilio', () => {
  it.each<[number, number, object]>([
    [400, 21211, permanent('INVALID_ADDRESS')],
    [400, 21614, permanent('NOT_A_MOBILE_NUMBER')],
    [400, 21610, { ...permanent('OPTED_OUT'), suppress: 'STOPPED' }],
    [400, 63014, { ...permanent('BLOCKED_BY_RECIPIENT'), suppress: 'STOPPED' }],
    [400, 21408, permanent('REGION_NOT_ENABLED')],
    [400, 21606, permanent('SENDER_NOT_CAPABLE')],
    [400, 21617, permanent('MESSAGE_TOO_LONG')],
    [400, 63016, permanent('OUTSIDE_WINDOW')],
    [400, 30008, temporary('CARRIER_ERROR')],
    [401, 20003, down('LOGIN_REFUSED')],
    [403, 30002, down('ACCOUNT_SUSPENDED')],
    [404, 20404, down('ACCOUNT_NOT_FOUND')],
    [400, 21212, down('SENDER_REFUSED')],
    [400, 30034, down('SENDER_NOT_REGISTERED')],
    [429, 63038, down('DAILY_LIMIT')],
    [429, 20429, throttled('provider', 'TOO_MANY_REQUESTS', null)],
    [429, 21611, throttled('provider', 'QUEUE_FULL', 300_000)],
    [400, 63018, throttled('provider', 'CHANNEL_LIMIT', 300_000)],
    [400, 14107, throttled('recipient', 'TOO_MANY_FOR_RECIPIENT', 60_000)],
    [400, 63049, throttled('recipient', 'MARKETING_LIMIT', 86_400_000)],
    [429, 99_999, throttled('provider', 'TOO_MANY_REQUESTS', null)],
    [401, 99_999, down('LOGIN_REFUSED')],
    [403, 99_999, down('ACCESS_DENIED')],
    [400, 99_999, permanent('REJECTED')],
    [500, 20500, unknown('SERVER_ERROR')],
    [503, 20503, unknown('SERVER_ERROR')],
    [500, 21211, unknown('SERVER_ERROR')],
  ])('with status %i and code %i', (status, code, expected) => {
    expect(refusal(status, code)).toEqual({ ...expected, code: String(code), detail: 'No' });
  });

  it('contains the wait time that Twilio requests', () => {
    expect(refusal(429, 20429, 7_000)).toMatchObject({ retryAfterMs: 7_000 });
    expect(refusal(429, 21611, 7_000)).toMatchObject({ retryAfterMs: 7_000 });
  });

  it('is shown on one line of limited length', () => {
    const failure = judgeRefusal({
      status: 401,
      retryAfterMs: null,
      body: { code: 20003, message: `Authenti\r\ncate${'!'.repeat(1_000)}` },
    });
    expect(failure.detail).toMatch(/^Authenti cate!{100,290}$/);
  });
});

describe('a response that does not come from Twilio', () => {
  it.each<[number, object]>([
    [301, down('UNEXPECTED_ANSWER')],
    [400, down('UNEXPECTED_ANSWER')],
    [401, down('LOGIN_REFUSED')],
    [403, down('ACCESS_DENIED')],
    [404, down('UNEXPECTED_ANSWER')],
    [407, down('UNEXPECTED_ANSWER')],
    [429, throttled('provider', 'TOO_MANY_REQUESTS', null)],
    [500, unknown('SERVER_ERROR')],
    [502, unknown('SERVER_ERROR')],
    [504, unknown('SERVER_ERROR')],
  ])('fails no recipient with status %i', (status, expected) => {
    expect(refusal(status)).toEqual({ ...expected, code: String(status), detail: `HTTP ${status}` });
  });

  it.each([null, [], 'No', { code: '21211' }, { code: 1.5, message: 7 }])(
    'has no code with the body %j',
    (body) => {
      expect(judgeRefusal({ status: 400, retryAfterMs: null, body })).toMatchObject(
        down('UNEXPECTED_ANSWER'),
      );
    },
  );
});

describe('a request without a response', () => {
  const fault = (moment: 'before' | 'after', reason: string) => judgeFault(new RequestFault(moment, reason));

  it.each([
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ENOTFOUND', 'HOST_NOT_FOUND'],
    ['EAI_AGAIN', 'HOST_NOT_FOUND'],
    ['ENETUNREACH', 'HOST_UNREACHABLE'],
    ['ETIMEDOUT', 'SERVER_TIMEOUT'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['EPROTO', 'TLS_FAILED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_FAILED'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS_FAILED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS_FAILED'],
    ['EWHATEVER', 'CONNECTION_FAILED'],
  ])('fails no recipient when nothing was sent (%s)', (cause, reason) => {
    expect(fault('before', cause)).toEqual({
      ...down(reason),
      code: null,
      detail: expect.any(String) as unknown,
    });
  });

  it.each([
    ['ETIMEDOUT', 'SERVER_TIMEOUT'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['EPIPE', 'CONNECTION_LOST'],
    ['HPE_INVALID_CONSTANT', 'ANSWER_UNREADABLE'],
    ['UNREADABLE', 'ANSWER_UNREADABLE'],
  ])('leaves a doubt when it may have arrived (%s)', (cause, reason) => {
    expect(fault('after', cause)).toMatchObject(unknown(reason));
  });

  it('is retried when no connection was free, or the worker stopped', () => {
    expect(fault('before', 'NO_FREE_CONNECTION')).toMatchObject(
      throttled('recipient', 'NO_FREE_CONNECTION', 5_000),
    );
    expect(fault('before', 'CLOSED')).toMatchObject(throttled('recipient', 'WORKER_STOPPED', 0));
  });

  it('does not count against Twilio when the worker aborted it', () => {
    expect(fault('after', 'CLOSED')).not.toHaveProperty('suspect');
    expect(fault('after', 'CLOSED')).toMatchObject({ kind: 'unknown', reason: 'WORKER_STOPPED' });
  });
});
