import type { DeliveryReason } from '@carillon/contracts';

/** The effect of one of a provider's error codes on its message. */
export interface CodeRule {
  /**
   * `providerDown`: the account, the credentials, or the sender can't be used for any recipient; `throttled`: a later
   * or slower attempt may succeed; `unknown`: it is unknown whether the message was sent.
   */
  outcome: 'failed' | 'throttled' | 'providerDown' | 'unknown';
  reason: DeliveryReason;
  /** Retrying this message is pointless. */
  permanent: boolean;
  /** The recipient wants no more messages from this sender. */
  suppress?: 'STOPPED';
  /** The scope of the throttling. */
  scope?: 'recipient' | 'provider';
  /** How long to wait (milliseconds), if the provider doesn't state it. */
  retryAfterMs?: number;
}

/** The rules of a provider by its codes. */
export type CodeRules = Readonly<Record<string, CodeRule>>;

/** The result of a message that a webhook reports as failed. */
export interface ReportedFailure {
  reason: DeliveryReason;
  permanent: boolean;
  suppress?: 'STOPPED';
  /** The sender cannot be used for any recipient. */
  stopsSender?: true;
}

export function ruleOf(rules: CodeRules, code: string | null): CodeRule | null {
  return code !== null && Object.hasOwn(rules, code) ? (rules[code] ?? null) : null;
}

/**
 * Reads the code of a failure in a webhook. Unknown codes are refusals without a known cause. They are not retried,
 * because each attempt may cost money.
 */
export function classify(rules: CodeRules, code: string | null): ReportedFailure {
  const rule = ruleOf(rules, code);
  if (!rule) return { reason: 'REJECTED', permanent: true };
  const { outcome, reason, permanent, suppress } = rule;
  return {
    reason,
    permanent,
    ...(suppress && { suppress }),
    ...(outcome === 'providerDown' && { stopsSender: true as const }),
  };
}

/** Permanently refused because of the recipient, the content, or the permissions of the account. */
export function permanent(reason: DeliveryReason): CodeRule {
  return { outcome: 'failed', reason, permanent: true };
}

/** The recipient has opted out. */
export function stopped(reason: DeliveryReason): CodeRule {
  return { outcome: 'failed', reason, permanent: true, suppress: 'STOPPED' };
}

/** The attempt failed; a later attempt may succeed. */
export function temporary(reason: DeliveryReason): CodeRule {
  return { outcome: 'failed', reason, permanent: false };
}

/** The whole sender is throttled. */
export function slowDown(reason: DeliveryReason, retryAfterMs?: number): CodeRule {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { outcome: 'throttled', reason, permanent: false, scope: 'provider', ...wait };
}

/** This recipient has received too many messages. */
export function spare(reason: DeliveryReason, retryAfterMs: number): CodeRule {
  return { outcome: 'throttled', reason, permanent: false, scope: 'recipient', retryAfterMs };
}

/** No message can be sent; the account must be fixed. */
export function down(reason: DeliveryReason): CodeRule {
  return { outcome: 'providerDown', reason, permanent: false };
}

/** The provider itself does not know the result. */
export function unknown(reason: DeliveryReason): CodeRule {
  return { outcome: 'unknown', reason, permanent: false };
}
