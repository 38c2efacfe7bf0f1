import type { ProviderResult } from '@carillon/channel';
import { connectionFault } from './connection-faults';
import type { Fault } from './fault';
import { type Reply, providerCode } from './reply';
import { type ReplyRule, type Stage, smtpReplies } from './smtp-replies';

/** What a fault means for the recipient, or for all of them. */
export function judge(fault: Fault): ProviderResult {
  switch (fault.kind) {
    case 'reply':
      return judgeReply(fault);
    case 'too-big':
      return { kind: 'failed', reason: 'MESSAGE_TOO_BIG', permanent: true, code: null };
    case 'connection':
      return judgeLoss(fault);
  }
}

/** What happened, for the owner of the mail server. A reply to the login is not shown, as it may repeat the password. */
export function explain(fault: Fault): string {
  if (fault.kind === 'too-big') return 'The message is larger than the mail server accepts';
  if (fault.kind === 'connection') return connectionFault(fault.cause).detail;
  return fault.stage === 'login' ? 'The mail server did not accept the login' : fault.reply.text;
}

/** The server may be in trouble with everybody. */
const SILENCE = 'SERVER_TIMEOUT';

function judgeLoss(fault: Extract<Fault, { kind: 'connection' }>): ProviderResult {
  const { moment, cause } = fault;
  const { reason } = connectionFault(cause);
  if (moment === 'opening') return { kind: 'providerDown', reason, code: null, detail: explain(fault) };
  const suspect = reason === SILENCE && ({ suspect: true } as const);
  if (moment === 'in-message') return { kind: 'unknown', reason, code: null, ...suspect };
  return { kind: 'failed', reason, permanent: false, code: null, ...suspect };
}

function judgeReply(fault: Extract<Fault, { kind: 'reply' }>): ProviderResult {
  const { stage, reply } = fault;
  const rule = smtpReplies.find((each) => fits(each, stage, reply));
  const code = providerCode(reply);
  switch (rule?.outcome) {
    case 'down':
      return { kind: 'providerDown', reason: rule.reason, code, detail: explain(fault) };
    case 'throttled':
    case 'busy':
      return throttled(rule, code);
    case 'permanent':
      return failed(rule.reason, true, code, rule.suppress);
    case 'temporary':
      return failed(rule.reason, false, code);
    case undefined:
      return failed('REFUSED_FOR_NOW', false, code);
  }
}

function failed(reason: string, permanent: boolean, code: string, suppress?: 'BOUNCED'): ProviderResult {
  return { kind: 'failed', reason, permanent, code, ...(suppress && { suppress }) };
}

function throttled({ outcome, reason, retryAfterMs }: ReplyRule, code: string): ProviderResult {
  const scope = outcome === 'busy' ? 'provider' : 'recipient';
  return { kind: 'throttled', scope, reason, retryAfterMs: retryAfterMs ?? null, code };
}

function fits(rule: ReplyRule, stage: Stage, { code, enhanced }: Reply): boolean {
  if (rule.stage !== undefined && rule.stage !== stage) return false;
  if (rule.code !== undefined && rule.code !== code && rule.code !== Math.floor(code / 100)) return false;
  if (rule.enhanced === undefined) return true;
  return enhanced === rule.enhanced || (enhanced?.startsWith(`${rule.enhanced}.`) ?? false);
}
