import type { DeliveryReason } from '@carillon/contracts';
/** The step of the reply: the greeting up to TLS, the login, MAIL FROM, RCPT TO, or DATA. */
export type Stage = 'session' | 'login' | 'sender' | 'recipient' | 'message';

/** A `code` of one digit matches a whole class. An `enhanced` of two numbers matches a whole subject. Absent: any. */
export interface ReplyRule {
  stage?: Stage;
  code?: number;
  enhanced?: string;
  /**
   * `permanent` and `temporary` affect the recipient. `down` affects the server, the login, or the sender. `throttled`
   * throttles the recipient, and `busy` throttles all emails. `refused` is a permanent rejection of this email, whose
   * meaning is in the table of libs/feedback.
   */
  outcome: 'permanent' | 'temporary' | 'throttled' | 'busy' | 'down' | 'refused';
  /** For `refused`: the default if the table has no entry for the reply. */
  reason: DeliveryReason;
  /** The pause for the server, if the dispatcher doesn't decide it (milliseconds). */
  retryAfterMs?: number;
  /** Absent: any text. Used only if the code is ambiguous and the text is not. */
  text?: RegExp;
}

const SECOND = 1_000;

const aboutSession = /\btoo many (?:\w+ )?(?:errors|commands|connections|sessions)\b/i;

/**
 * The rules for replies of mail servers. The first matching rule decides. Codes: RFC 5321 §4.2.2; enhanced codes: RFC
 * 3463 and the IANA registry of them; login: RFC 4954 §6; size: RFC 1870 §6; policy: RFC 7372.
 */
export const smtpReplies: readonly ReplyRule[] = [
  // Servers that pass on the replies of the recipients' providers, which defer emails to their own mailboxes: "421-4.7.28
  // Our system has detected an unusual rate of unsolicited mail" of Gmail, "421 4.7.0 [TSS04] Messages from x temporarily
  // deferred" of Yahoo. A 421 about the session has the same codes: "421 4.7.0 Error: too many errors" of Postfix.
  { code: 421, text: aboutSession, outcome: 'busy', reason: 'SERVER_BUSY' },
  { stage: 'recipient', code: 421, enhanced: '4.7', outcome: 'throttled', reason: 'SLOW_DOWN' },
  { stage: 'message', code: 421, enhanced: '4.7', outcome: 'throttled', reason: 'SLOW_DOWN' },
  { code: 421, outcome: 'busy', reason: 'SERVER_BUSY' },

  { stage: 'login', code: 4, outcome: 'down', reason: 'LOGIN_UNAVAILABLE' },
  { stage: 'login', code: 538, outcome: 'down', reason: 'ENCRYPTION_REQUIRED' },
  { stage: 'login', outcome: 'down', reason: 'LOGIN_REFUSED' },
  // RFC 3207 §4 and RFC 4954 §6 use the same codes, 530 5.7.0, for both cases.
  { code: 530, text: /TLS|encrypt/i, outcome: 'down', reason: 'ENCRYPTION_REQUIRED' },
  { code: 530, outcome: 'down', reason: 'LOGIN_REQUIRED' },
  { code: 534, outcome: 'down', reason: 'LOGIN_REFUSED' },
  { code: 535, outcome: 'down', reason: 'LOGIN_REFUSED' },
  { code: 538, outcome: 'down', reason: 'ENCRYPTION_REQUIRED' },
  { stage: 'session', code: 4, outcome: 'busy', reason: 'SERVER_BUSY' },
  { stage: 'session', outcome: 'down', reason: 'SERVER_REFUSED' },

  { stage: 'sender', code: 5, enhanced: '5.3.4', outcome: 'permanent', reason: 'MESSAGE_TOO_BIG' },
  { stage: 'sender', code: 5, enhanced: '5.2.3', outcome: 'permanent', reason: 'MESSAGE_TOO_BIG' },
  { code: 503, outcome: 'temporary', reason: 'SERVER_CONFUSED' },

  // These rules precede the rules for enhanced codes. MAIL contains no recipient, so temporary rejections concern the
  // sender, for example Postfix's smtpd_client_message_rate_limit ("450 4.7.1 Error: too much mail") or a limit of
  // emails per session ("452 4.5.3", "451 4.3.0", "451 4.7.1").
  { stage: 'sender', code: 4, outcome: 'busy', reason: 'SENDER_DEFERRED', retryAfterMs: 15 * SECOND },
  { code: 4, enhanced: '4.7', outcome: 'throttled', reason: 'SLOW_DOWN' },
  { stage: 'sender', code: 552, outcome: 'permanent', reason: 'MESSAGE_TOO_BIG' },
  { stage: 'sender', code: 5, outcome: 'down', reason: 'SENDER_REFUSED' },

  { code: 4, enhanced: '4.2.2', outcome: 'temporary', reason: 'MAILBOX_FULL' },
  { code: 4, enhanced: '4.2', outcome: 'temporary', reason: 'MAILBOX_BUSY' },
  { code: 4, enhanced: '4.3', outcome: 'temporary', reason: 'SERVER_TROUBLE' },
  { code: 4, enhanced: '4.4', outcome: 'temporary', reason: 'UNREACHABLE_FOR_NOW' },
  { code: 4, enhanced: '4.5.3', outcome: 'throttled', reason: 'SLOW_DOWN' },

  { code: 450, outcome: 'temporary', reason: 'MAILBOX_BUSY' },
  { code: 451, outcome: 'temporary', reason: 'SERVER_TROUBLE' },
  { code: 452, outcome: 'temporary', reason: 'SERVER_FULL' },
  { code: 4, outcome: 'temporary', reason: 'REFUSED_FOR_NOW' },

  { code: 5, outcome: 'refused', reason: 'REFUSED' },
];
