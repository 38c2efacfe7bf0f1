import { type HttpAnswer, fieldsIn, isSuccess } from '@carillon/http-client';
import { type ApiError, type ApiResult, type ResultRow, judgeError, textOf } from '../results';

/**
 * SendGrid's errors have no codes, but name the field that is wrong.
 * https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors,
 * https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/responses
 */
const rows: readonly ResultRow[] = [
  {
    status: 400,
    field: /^personalizations\.\d+\.to\b/,
    result: 'refused',
    reason: 'INVALID_ADDRESS',
    suppress: 'BOUNCED',
  },
  { status: 400, field: /^from\b/, result: 'down', reason: 'SENDER_REFUSED' },
  { status: 400, field: /^attachments\b/, result: 'refused', reason: 'CONTENT_REFUSED' },
  // "Maximum credits exceeded": the emails of the plan are used up.
  { status: 401, message: /\bcredits exceeded\b/i, result: 'down', reason: 'ACCOUNT_RESTRICTED' },
  // The from address does not match a verified sender identity.
  { status: 403, field: /^from\b/, result: 'down', reason: 'SENDER_NOT_VERIFIED' },
];

/** The response to an accepted email is 202 without a body. */
export function judgeSendgrid(answer: HttpAnswer): ApiResult {
  return isSuccess(answer) ? { kind: 'sent' } : judgeError(answer, errorIn(answer.body), rows);
}

/** `{"errors": [{"message": "…", "field": "personalizations.0.to.0.email", "help": "…"}]}` */
function errorIn(body: unknown): ApiError | null {
  const { errors } = fieldsIn(body);
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const { message, field } = fieldsIn(first);
  return textOf(message) === null ? null : { code: null, field: textOf(field), message: textOf(message) };
}
