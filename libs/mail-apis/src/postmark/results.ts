import { type HttpAnswer, fieldsIn, isSuccess } from '@carillon/http-client';
import { type ApiError, type ApiResult, type ResultRow, judgeError, textOf, unreadable } from '../results';

/**
 * The codes of Postmark's errors. An error that isn't here refuses the email.
 * https://postmarkapp.com/developer/api/overview#error-codes
 */
const rows: readonly ResultRow[] = [
  { code: '10', result: 'down', reason: 'LOGIN_REFUSED' },
  // The API is offline and accepts nothing.
  { code: '100', result: 'slow down', reason: 'MAINTENANCE' },
  // The from address has no confirmed sender signature.
  { code: '400', result: 'down', reason: 'SENDER_NOT_VERIFIED' },
  { code: '401', result: 'down', reason: 'SENDER_NOT_VERIFIED' },
  // The account has no credits left.
  { code: '405', result: 'down', reason: 'ACCOUNT_RESTRICTED' },
  // Postmark's own list of bounces, complaints, and opt-outs, as its webhooks report it.
  { code: '406', result: 'refused', reason: 'SUPPRESSED_BY_PROVIDER', suppress: 'BOUNCED' },
  { code: '411', result: 'refused', reason: 'CONTENT_REFUSED' },
  // Until Postmark approves an account, it sends only to the domain of the from address.
  { code: '412', result: 'down', reason: 'ACCOUNT_RESTRICTED' },
  { code: '413', result: 'down', reason: 'ACCOUNT_SUSPENDED' },
  { code: '429', result: 'slow down', reason: 'TOO_MANY_REQUESTS' },
  // The message stream doesn't exist.
  { code: '1226', result: 'down', reason: 'SETTINGS_INVALID' },
  { code: '1235', result: 'down', reason: 'SETTINGS_INVALID' },
];

/** https://postmarkapp.com/developer/api/email-api#send-a-single-email */
export function judgePostmark(answer: HttpAnswer): ApiResult {
  return isSuccess(answer) ? judgeMessage(answer, answer.body) : refusal(answer, answer.body);
}

/** One result for each email, in their order: https://postmarkapp.com/developer/api/email-api#send-batch-emails */
export function judgeBatch(answer: HttpAnswer, count: number): ApiResult[] {
  const { body } = answer;
  if (!isSuccess(answer)) return Array.from({ length: count }, () => refusal(answer, body));
  if (!Array.isArray(body) || body.length !== count) return Array.from({ length: count }, unreadable);
  return body.map((each: unknown) => judgeMessage(answer, each));
}

/** https://postmarkapp.com/developer/api/server-api#get-the-server */
export function judgeServer(answer: HttpAnswer): ApiResult {
  return isSuccess(answer) ? { kind: 'sent' } : refusal(answer, answer.body);
}

/** `{"To": "…", "SubmittedAt": "…", "MessageID": "…", "ErrorCode": 0, "Message": "OK"}` */
function judgeMessage(answer: HttpAnswer, message: unknown): ApiResult {
  const error = errorIn(message);
  if (error === null) return unreadable();
  if (error.code !== '0') return judgeError({ ...answer, status: UNPROCESSABLE }, error, rows);
  const id = textOf(fieldsIn(message).MessageID);
  return { kind: 'sent', ...(id !== null && { providerId: id }) };
}

/** The status of a refused email outside of a batch. */
const UNPROCESSABLE = 422;

function refusal(answer: HttpAnswer, body: unknown): ApiResult {
  return judgeError(answer, errorIn(body), rows);
}

function errorIn(body: unknown): ApiError | null {
  const { ErrorCode: code, Message: message } = fieldsIn(body);
  return typeof code === 'number' ? { code: String(code), message: textOf(message) } : null;
}
