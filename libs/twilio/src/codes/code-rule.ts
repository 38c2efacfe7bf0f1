/** What one of Twilio's error codes means for the message it was about. */
export interface CodeRule {
  /** As in Twilio's dictionary, https://www.twilio.com/docs/api/errors/<code>. */
  code: number;
  /**
   * `providerDown`: account, credentials or sender cannot be used, whoever the recipient; `throttled`: less or later, and it
   * may work; `unknown`: whether it was sent cannot be known.
   */
  outcome: 'failed' | 'throttled' | 'providerDown' | 'unknown';
  reason: string;
  /** Trying this message again changes nothing. */
  permanent: boolean;
  /** The recipient wants nothing more from this sender. */
  suppress?: 'STOPPED';
  /** Who is asked for patience. */
  scope?: 'recipient' | 'provider';
  /** For how long (milliseconds), where the code tells. */
  retryAfterMs?: number;
}

/** Refused for good: the recipient, the content or what the account may do there. */
export function permanent(code: number, reason: string): CodeRule {
  return { code, outcome: 'failed', reason, permanent: true };
}

/** The recipient said no. */
export function stopped(code: number, reason: string): CodeRule {
  return { code, outcome: 'failed', reason, permanent: true, suppress: 'STOPPED' };
}

/** Failed this time. */
export function temporary(code: number, reason: string): CodeRule {
  return { code, outcome: 'failed', reason, permanent: false };
}

/** Everybody who sends from here is asked to slow down. */
export function slowDown(code: number, reason: string, retryAfterMs?: number): CodeRule {
  const patience = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { code, outcome: 'throttled', reason, permanent: false, scope: 'provider', ...patience };
}

/** This recipient has had much already. */
export function spare(code: number, reason: string, retryAfterMs: number): CodeRule {
  return { code, outcome: 'throttled', reason, permanent: false, scope: 'recipient', retryAfterMs };
}

/** Nobody can be sent to like this; somebody has to see to the account. */
export function down(code: number, reason: string): CodeRule {
  return { code, outcome: 'providerDown', reason, permanent: false };
}

/** Twilio does not know itself. */
export function unknown(code: number, reason: string): CodeRule {
  return { code, outcome: 'unknown', reason, permanent: false };
}
