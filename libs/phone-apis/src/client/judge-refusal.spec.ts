import { metaApi } from '../meta/meta-api';
import { telnyxApi } from '../telnyx/telnyx-api';
import { vonageApi } from '../vonage/vonage-api';
import { judgeRefusal } from './judge-refusal';

const answer = (status: number, body?: object, retryAfterMs: number | null = null) => ({
  ...{ status, retryAfterMs, body },
});

describe('a refusal of Vonage', () => {
  const vonage = vonageApi();
  /** https://developer.vonage.com/en/api-errors */
  const problem = (type: string, title: string, detail = 'Because.') => ({
    ...{ type: `https://developer.vonage.com/api-errors${type}`, title, detail },
    instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
  });

  it.each([
    [answer(401, problem('#unauthorized', 'Unauthorized')), 'providerDown', 'LOGIN_REFUSED', 'unauthorized'],
    [
      answer(402, problem('#low-balance', 'Low balance')),
      'providerDown',
      'ACCOUNT_RESTRICTED',
      'low-balance',
    ],
    [answer(402), 'providerDown', 'ACCOUNT_RESTRICTED', '402'],
    [answer(403), 'providerDown', 'ACCESS_DENIED', '403'],
    [answer(404), 'providerDown', 'UNEXPECTED_ANSWER', '404'],
    [answer(302), 'providerDown', 'UNEXPECTED_ANSWER', '302'],
    [answer(422, problem('/messages#1240', '1240')), 'failed', 'OPTED_OUT', '1240'],
    [answer(422, problem('/messages#1170', 'Invalid number')), 'failed', 'INVALID_ADDRESS', '1170'],
    [
      answer(422, problem('#invalid-params', 'Invalid params')),
      'failed',
      'REQUEST_REFUSED',
      'invalid-params',
    ],
    [answer(422, problem('/messages#1999', '1999')), 'failed', 'REJECTED', '1999'],
    [answer(429, problem('/messages#1000', '1000')), 'throttled', 'TOO_MANY_REQUESTS', '1000'],
    [answer(429), 'throttled', 'TOO_MANY_REQUESTS', '429'],
    [answer(408), 'unknown', 'SERVER_ERROR', '408'],
    [answer(500, problem('/messages#1030', '1030')), 'unknown', 'SERVER_ERROR', '1030'],
    // A refusal counts only with a status that shows that nothing was sent.
    [answer(500, problem('/messages#1170', '1170')), 'unknown', 'SERVER_ERROR', '1170'],
  ])('with this response has its result (%#)', (given, kind, reason, code) => {
    expect(judgeRefusal(vonage, given)).toMatchObject({ kind, reason, code });
  });

  it('waits as long as Vonage requests, and shows its text in one line', () => {
    const given = answer(429, problem('/messages#1000', '1000', 'Slow\r\ndown'), 2_000);
    expect(judgeRefusal(vonage, given)).toMatchObject({ retryAfterMs: 2_000, detail: 'Slow down' });
  });
});

describe('a refusal of Telnyx', () => {
  const telnyx = telnyxApi();
  /** https://developers.telnyx.com/development/api-fundamentals/api-errors */
  const errors = (code: number) => ({
    errors: [{ code: String(code), title: 'Blocked', detail: 'An existing block rule.' }],
  });

  it.each([
    [answer(401, errors(10009)), 'providerDown', 'LOGIN_REFUSED', '10009'],
    [answer(403, errors(10010)), 'providerDown', 'ACCESS_DENIED', '10010'],
    [answer(400, errors(40300)), 'failed', 'OPTED_OUT', '40300'],
    [answer(400, errors(40310)), 'failed', 'INVALID_ADDRESS', '40310'],
    [answer(400, errors(49999)), 'failed', 'REJECTED', '49999'],
    [answer(400), 'providerDown', 'UNEXPECTED_ANSWER', '400'],
    [answer(429, errors(10011)), 'throttled', 'TOO_MANY_REQUESTS', '10011'],
    [answer(408, errors(10008)), 'unknown', 'SERVER_ERROR', '10008'],
    [answer(503), 'unknown', 'SERVER_ERROR', '503'],
  ])('with this response has its result (%#)', (given, kind, reason, code) => {
    expect(judgeRefusal(telnyx, given)).toMatchObject({ kind, reason, code });
  });

  it('pauses a full queue for minutes', () => {
    expect(judgeRefusal(telnyx, answer(429, errors(40318)))).toMatchObject({ retryAfterMs: 300_000 });
  });
});

describe('a refusal of Meta', () => {
  const meta = metaApi();
  /** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
  const error = (code: number, more: object = {}) => ({
    error: { message: `(#${code}) Failed`, type: 'OAuthException', code, fbtrace_id: 'A', ...more },
  });

  it.each([
    [answer(401, error(190)), 'providerDown', 'LOGIN_REFUSED', '190'],
    [
      answer(400, error(100, { message: 'Invalid appsecret_proof provided' })),
      'providerDown',
      'LOGIN_REFUSED',
      '100/proof',
    ],
    [answer(400, error(100, { error_subcode: 33 })), 'providerDown', 'SENDER_NOT_FOUND', '100/33'],
    [answer(400, error(100)), 'failed', 'REQUEST_REFUSED', '100'],
    [answer(403, error(299)), 'providerDown', 'ACCESS_DENIED', '200'],
    [answer(403, error(368)), 'providerDown', 'BUSINESS_ACCOUNT_LOCKED', '368'],
    [answer(400, error(4)), 'throttled', 'TOO_MANY_REQUESTS', '4'],
    [answer(400, error(80007)), 'throttled', 'TOO_MANY_REQUESTS', '80007'],
    [answer(429, error(130429)), 'throttled', 'TOO_MANY_REQUESTS', '130429'],
    [answer(400, error(131026)), 'failed', 'NOT_ON_WHATSAPP', '131026'],
    [answer(400, error(131047)), 'failed', 'OUTSIDE_WINDOW', '131047'],
    [answer(400, error(131048)), 'throttled', 'CHANNEL_LIMIT', '131048'],
    [answer(400, error(131050)), 'failed', 'OPTED_OUT', '131050'],
    [answer(404, error(132001)), 'failed', 'TEMPLATE_NOT_FOUND', '132001'],
    [answer(400, error(132015)), 'failed', 'TEMPLATE_PAUSED', '132015'],
    [answer(400, error(133010)), 'providerDown', 'SENDER_NOT_REGISTERED', '133010'],
    [answer(400, error(199_999)), 'failed', 'REJECTED', '199999'],
    [answer(404), 'providerDown', 'UNEXPECTED_ANSWER', '404'],
    // Meta itself does not know what became of the message.
    [answer(400, error(1)), 'unknown', 'SERVER_ERROR', '1'],
    [answer(400, error(131000)), 'unknown', 'SERVER_ERROR', '131000'],
    [answer(503, error(2)), 'unknown', 'SERVER_ERROR', '2'],
    [answer(500, error(131026)), 'unknown', 'SERVER_ERROR', '131026'],
  ])('with this response has its result (%#)', (given, kind, reason, code) => {
    expect(judgeRefusal(meta, given)).toMatchObject({ kind, reason, code });
  });

  it('concerns one person, or everyone', () => {
    expect(judgeRefusal(meta, answer(400, error(131056)))).toMatchObject({
      scope: 'recipient',
      retryAfterMs: 60_000,
    });
    expect(judgeRefusal(meta, answer(400, error(80007)))).toMatchObject({ scope: 'provider' });
  });

  it('shows the details before the message', () => {
    const data = { error_data: { messaging_product: 'whatsapp', details: 'Re-engagement' } };
    expect(judgeRefusal(meta, answer(400, error(131047, data)))).toMatchObject({ detail: 'Re-engagement' });
  });
});
