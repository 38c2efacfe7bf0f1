import { accountCodes } from './account-codes';
import { channelCodes } from './channel-codes';
import type { CodeRule } from './code-rule';
import { deliveryCodes } from './delivery-codes';
import { requestCodes } from './request-codes';

/** Every code that is known here. */
export const twilioCodes: readonly CodeRule[] = [
  ...accountCodes,
  ...requestCodes,
  ...deliveryCodes,
  ...channelCodes,
];

const rules = new Map(twilioCodes.map((rule) => [rule.code, rule]));

export function ruleOf(code: number): CodeRule | undefined {
  return rules.get(code);
}

/** What became of a message that Twilio says was refused, failed or not delivered. */
export interface Failure {
  reason: string;
  permanent: boolean;
  suppress?: 'STOPPED';
}

/**
 * Reads the code of a failure, as a number or as a status callback writes it. Null, empty and unknown codes are refusals of
 * which nothing more is known: to repeat them would be a guess about money.
 */
export function classify(code: string | number | null): Failure {
  const rule = code === null || code === '' ? undefined : ruleOf(Number(code));
  if (!rule) return { reason: 'REJECTED', permanent: true };
  const { reason, permanent, suppress } = rule;
  return { reason, permanent, ...(suppress && { suppress }) };
}
