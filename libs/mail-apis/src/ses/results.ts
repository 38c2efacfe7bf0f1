import { type HttpAnswer, fieldsIn, isSuccess } from '@carillon/http-client';
import { type ApiError, type ApiResult, type ResultRow, judgeError, textOf, unreadable } from '../results';

const dailyQuota = /\bdaily\b.*\bquota\b/i;
const login = { result: 'down', reason: 'LOGIN_REFUSED' } as const;

/**
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors,
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html
 */
const rows: readonly ResultRow[] = [
  // "Email address is not verified. The following identities failed the check in region EU-WEST-1: …": the from address,
  // or each recipient, while the account is in the sandbox of SES.
  { code: 'MessageRejected', message: /\bnot verified\b/i, result: 'down', reason: 'SENDER_NOT_VERIFIED' },
  // Invalid content.
  { code: 'MessageRejected', result: 'refused', reason: 'CONTENT_REFUSED' },
  { code: 'AccountSuspendedException', result: 'down', reason: 'ACCOUNT_SUSPENDED' },
  { code: 'SendingPausedException', result: 'down', reason: 'ACCOUNT_RESTRICTED' },
  { code: 'MailFromDomainNotVerifiedException', result: 'down', reason: 'SENDER_NOT_VERIFIED' },
  // The configuration set doesn't exist.
  { code: 'NotFoundException', result: 'down', reason: 'SETTINGS_INVALID' },
  // "Daily message quota exceeded": https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
  { code: 'TooManyRequestsException', message: dailyQuota, result: 'slow down', reason: 'DAILY_LIMIT' },
  { code: 'ThrottlingException', message: dailyQuota, result: 'slow down', reason: 'DAILY_LIMIT' },
  { code: 'TooManyRequestsException', result: 'slow down', reason: 'TOO_MANY_REQUESTS' },
  { code: 'ThrottlingException', result: 'slow down', reason: 'TOO_MANY_REQUESTS' },
  { code: 'LimitExceededException', result: 'slow down', reason: 'DAILY_LIMIT' },
  { code: 'AccessDeniedException', result: 'down', reason: 'ACCESS_DENIED' },
  { code: 'OptInRequired', result: 'down', reason: 'ACCESS_DENIED' },
  { code: 'UnrecognizedClientException', ...login },
  { code: 'InvalidClientTokenId', ...login },
  { code: 'InvalidSignatureException', ...login },
  { code: 'SignatureDoesNotMatch', ...login },
  { code: 'IncompleteSignature', ...login },
  { code: 'MissingAuthenticationToken', ...login },
  { code: 'ExpiredTokenException', ...login },
  { code: 'RequestExpired', ...login },
];

/** `{"MessageId": "…"}` */
export function judgeSes(answer: HttpAnswer): ApiResult {
  if (!isSuccess(answer)) return judgeError(answer, errorIn(answer), rows);
  const id = textOf(fieldsIn(answer.body).MessageId);
  return id === null ? unreadable() : { kind: 'sent', providerId: id };
}

/**
 * The state of the account. Credentials that can only send emails have no access to it, and their signature was right.
 * `{"SendingEnabled": true, "ProductionAccessEnabled": true, …}`
 */
export function judgeAccount(answer: HttpAnswer): ApiResult {
  const error = errorIn(answer);
  if (error?.code === 'AccessDeniedException') return { kind: 'sent' };
  if (!isSuccess(answer)) return judgeError(answer, error, rows);
  const { SendingEnabled: isEnabled } = fieldsIn(answer.body);
  if (isEnabled === true) return { kind: 'sent' };
  const detail = 'Amazon SES has paused the sending of this account';
  return { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED', code: null, detail };
}

/** The code is in a header, and can have a suffix: `MessageRejected:http://internal.amazon.com/…`. */
function errorIn({ headers, body }: HttpAnswer): ApiError | null {
  const type = headers['x-amzn-errortype'];
  const [code = ''] = typeof type === 'string' ? type.split(':', 1) : [];
  const { message, Message: other } = fieldsIn(body);
  return code === '' ? null : { code, message: textOf(message) ?? textOf(other) };
}
