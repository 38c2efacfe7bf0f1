import { judgeAccount, judgeSes } from './results';

const answer = (status: number, type: string | null, body: unknown = { message: 'why' }) => ({
  ...{ status, retryAfterMs: null, body },
  headers: type === null ? {} : { 'x-amzn-errortype': type },
});

describe('a response of Amazon SES', () => {
  it('has the ID that events repeat', () => {
    expect(judgeSes(answer(200, null, { MessageId: '0100-1' }))).toEqual({
      kind: 'sent',
      providerId: '0100-1',
    });
    expect(judgeSes(answer(200, null, {}))).toMatchObject({ kind: 'unknown', reason: 'ANSWER_UNREADABLE' });
  });

  it.each([
    [400, 'MessageRejected', { kind: 'failed', permanent: true, reason: 'CONTENT_REFUSED' }],
    [400, 'BadRequestException', { kind: 'failed', permanent: true, reason: 'REQUEST_REFUSED' }],
    [400, 'AccountSuspendedException', { kind: 'providerDown', reason: 'ACCOUNT_SUSPENDED' }],
    [400, 'SendingPausedException', { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED' }],
    [400, 'MailFromDomainNotVerifiedException', { kind: 'providerDown', reason: 'SENDER_NOT_VERIFIED' }],
    [404, 'NotFoundException', { kind: 'providerDown', reason: 'SETTINGS_INVALID' }],
    [429, 'TooManyRequestsException', { kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS' }],
    [400, 'ThrottlingException', { kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS' }],
    [400, 'LimitExceededException', { kind: 'throttled', scope: 'provider', reason: 'DAILY_LIMIT' }],
    [403, 'AccessDeniedException', { kind: 'providerDown', reason: 'ACCESS_DENIED' }],
    [403, 'InvalidSignatureException', { kind: 'providerDown', reason: 'LOGIN_REFUSED' }],
    [403, 'UnrecognizedClientException', { kind: 'providerDown', reason: 'LOGIN_REFUSED' }],
    [500, 'InternalFailure', { kind: 'unknown', reason: 'SERVER_ERROR' }],
    [503, 'ServiceUnavailable', { kind: 'unknown', reason: 'SERVER_ERROR' }],
  ])('%i %s is %j', (status, type, expected) => {
    const judged = { ...expected, code: type, detail: 'why' };
    expect(judgeSes(answer(status, type))).toMatchObject(judged);
    expect(judgeSes(answer(status, `${type}:http://internal.amazon.com/coral/`))).toMatchObject(judged);
  });

  it('about an unverified identity fails no recipient', () => {
    const message =
      'Email address is not verified. The following identities failed the check in region EU-WEST-1: news@shop.example';
    expect(judgeSes(answer(400, 'MessageRejected', { message }))).toMatchObject({
      ...{ kind: 'providerDown', reason: 'SENDER_NOT_VERIFIED', detail: message },
    });
  });

  it.each(['TooManyRequestsException', 'ThrottlingException'])(
    'with %s says whether the emails of the day are used up',
    (type) => {
      const of = (message: string) => judgeSes(answer(429, type, { message }));
      expect(of('Daily message quota exceeded.')).toMatchObject({ kind: 'throttled', reason: 'DAILY_LIMIT' });
      expect(of('Maximum sending rate exceeded.')).toMatchObject({
        ...{ kind: 'throttled', reason: 'TOO_MANY_REQUESTS' },
      });
    },
  );

  it('without a code comes from another server', () => {
    expect(judgeSes(answer(400, null))).toMatchObject({ kind: 'providerDown', reason: 'UNEXPECTED_ANSWER' });
  });

  it('about the account shows whether it can send', () => {
    expect(judgeAccount(answer(200, null, { SendingEnabled: true }))).toEqual({ kind: 'sent' });
    expect(judgeAccount(answer(200, null, { SendingEnabled: false }))).toMatchObject({
      ...{ kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED' },
    });
    expect(judgeAccount(answer(403, 'AccessDeniedException'))).toEqual({ kind: 'sent' });
    expect(judgeAccount(answer(403, 'InvalidSignatureException'))).toMatchObject({ reason: 'LOGIN_REFUSED' });
  });
});
