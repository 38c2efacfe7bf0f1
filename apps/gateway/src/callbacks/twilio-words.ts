import type { CallbackFields } from './callback-body';

/** How Twilio names messages: https://www.twilio.com/docs/glossary/what-is-a-sid */
const sid = /^[A-Z]{2}[0-9a-fA-F]{32}$/;
const errorCode = /^\d{1,9}$/;

/** The message that a callback is about; null: none that Twilio would name. */
export function messageOf({ MessageSid, SmsSid }: CallbackFields): string | null {
  const named = MessageSid ?? SmsSid ?? '';
  return sid.test(named) ? named : null;
}

/** Twilio's word for what became of it. */
export function statusOf({ MessageStatus, SmsStatus }: CallbackFields): string {
  return MessageStatus ?? SmsStatus ?? '';
}

/** Null: there is none, as where nothing failed. */
export function errorOf({ ErrorCode = '' }: CallbackFields): string | null {
  return errorCode.test(ErrorCode) ? ErrorCode : null;
}
