import { type HttpAnswer, fieldsIn, isSuccess } from '@carillon/http-client';
import { type ApiResult, type ResultRow, judgeError, textOf, unreadable } from '../results';

/**
 * Mailgun's errors have a text, and no codes.
 * https://documentation.mailgun.com/docs/mailgun/api-reference/mg-errors
 */
const rows: readonly ResultRow[] = [
  {
    status: 400,
    message: /^'?to'? parameter is not a valid address/i,
    result: 'refused',
    reason: 'INVALID_ADDRESS',
  },
  // A payment failed, or the account was disabled.
  { status: 402, result: 'down', reason: 'ACCOUNT_RESTRICTED' },
  // The domain is not in the account, or is in another region.
  { status: 404, result: 'down', reason: 'SENDER_NOT_FOUND' },
];

/** `{"id": "<…@shop.example>", "message": "Queued. Thank you."}` */
export function judgeMailgun(answer: HttpAnswer): ApiResult {
  const { id, message } = fieldsIn(answer.body);
  if (isSuccess(answer))
    // Webhooks have the ID without brackets.
    return textOf(id) === null
      ? unreadable()
      : { kind: 'sent', providerId: String(id).replace(/^<(.*)>$/s, '$1') };
  const text = textOf(message);
  return judgeError(answer, text === null ? null : { code: null, message: text }, rows);
}
