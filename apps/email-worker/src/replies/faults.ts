import type { DeliveryReason } from '@carillon/contracts';
import type { ProviderResult, Suppression, Throttled } from '@carillon/channel';
import { type Meaning, judgeRefusal } from '@carillon/feedback';
import { type Lacking, type Progress, Reply } from '@carillon/smtp';
import { type ReplyRule, type Stage, smtpReplies } from './smtp-replies';

/** How sending an email failed: the server rejected it, or did not reply. */
export type Fault =
  | { kind: 'reply'; stage: Stage; reply: Reply }
  /** `moment`: before the session, or in the session before, during, or after the message. */
  | {
      kind: 'connection';
      moment: 'opening' | 'before-message' | 'in-message' | 'after-message';
      cause: string;
    }
  /** The server doesn't offer a feature that the email needs. */
  | { kind: 'unfit'; lacks: Lacking };

/** An error of nodemailer while it opens a session. See its NodemailerError. */
export interface SmtpClientError {
  code?: string | undefined;
  originalCode?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
}

/**
 * Interprets an error that occurred while a session opened. A rejection takes precedence over a later loss of the
 * connection.
 */
export function faultOf({ code = '', originalCode, command = '', response = '' }: SmtpClientError): Fault {
  const reply = new Reply(response);
  if (reply.code >= 400)
    return { kind: 'reply', stage: command.startsWith('AUTH') ? 'login' : 'session', reply };
  return { kind: 'connection', moment: 'opening', cause: originalCode ?? code };
}

const stages = {
  session: 'session',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'message',
  content: 'message',
} as const satisfies Record<string, Stage>;

/** How far an email got in a session if it was not accepted. */
export function faultAfter(progress: Exclude<Progress, { kind: 'accepted' }>): Fault {
  switch (progress.kind) {
    case 'refused':
      return { kind: 'reply', stage: stages[progress.command], reply: progress.reply };
    case 'unfit':
      return progress;
    case 'unsent':
      return { kind: 'connection', moment: 'before-message', cause: progress.cause };
    case 'incomplete':
      return { kind: 'connection', moment: 'in-message', cause: progress.cause };
    case 'unanswered':
      return { kind: 'connection', moment: 'after-message', cause: progress.cause };
  }
}

/** The consequence of a fault for the recipient, or for all recipients. */
export function judge(fault: Fault): ProviderResult {
  switch (fault.kind) {
    case 'reply':
      return judgeReply(fault);
    case 'unfit':
      return { kind: 'failed', reason: lacking[fault.lacks].reason, permanent: true, code: null };
    case 'connection':
      return judgeLoss(fault);
  }
}

/** How servers describe a limit of one session, in response to any command: "Too many recipients for this session". */
const sessionFull = /\b(?:per|this|one|each|same|single) (?:smtp |tcp )?(?:session|connection)\b/i;

/**
 * Whether another session may accept the email that this session didn't accept. This applies to 421 in response to MAIL
 * (RFC 5321 §3.8), any other temporary rejection of MAIL, because many servers limit the emails of a session this way,
 * and a rejection whose text mentions the session.
 */
export function isSessionOver(fault: Fault | null): boolean {
  if (fault?.kind !== 'reply') return false;
  const { stage, reply } = fault;
  if (reply.code < 400 || reply.code > 499) return false;
  if (stage === 'session') return reply.code === 421;
  return stage === 'sender' || (stage !== 'login' && sessionFull.test(reply.text));
}

/**
 * Describes a fault for the owner of the mail server. Omits a reply to the login, because it may repeat the password.
 */
export function explain(fault: Fault): string {
  if (fault.kind === 'unfit') return lacking[fault.lacks].detail;
  if (fault.kind === 'connection') return connectionFault(fault.cause).detail;
  return fault.stage === 'login' ? 'The mail server rejected the credentials' : fault.reply.text;
}

/** Only SIZE and SMTPUTF8 can be missing: a composed email is ASCII, except for the recipient's address. */
const lacking: Readonly<Record<Lacking, { reason: DeliveryReason; detail: string }>> = {
  SIZE: { reason: 'MESSAGE_TOO_BIG', detail: 'The message is larger than the mail server accepts' },
  ADDRESS: { reason: 'INVALID_ADDRESS', detail: 'The address is not valid in SMTP' },
  SMTPUTF8: {
    reason: 'INTERNATIONAL_ADDRESS',
    detail: 'The mail server does not support addresses with non-ASCII letters (SMTPUTF8)',
  },
  '8BITMIME': { reason: 'REFUSED', detail: 'The mail server supports only ASCII text' },
};

/** The server may be failing for all recipients. */
const suspicious: readonly DeliveryReason[] = ['SERVER_TIMEOUT', 'NOT_A_MAIL_SERVER'];

function judgeLoss(fault: Extract<Fault, { kind: 'connection' }>): ProviderResult {
  const { moment, cause } = fault;
  const { reason } = connectionFault(cause);
  if (moment === 'opening') return { kind: 'providerDown', reason, code: null, detail: explain(fault) };
  if (moment === 'after-message') return { kind: 'unknown', reason, code: null, suspect: true };
  // A server that closes the connection during a message may do so for all recipients.
  const isSuspect = moment === 'in-message' || suspicious.includes(reason);
  return { kind: 'failed', reason, permanent: false, code: null, ...(isSuspect && { suspect: true }) };
}

function judgeReply(fault: Extract<Fault, { kind: 'reply' }>): ProviderResult {
  const { stage, reply } = fault;
  const rule = smtpReplies.find((each) => fits(each, stage, reply));
  const code = providerCode(reply);
  switch (rule?.outcome) {
    case 'down':
      return { kind: 'providerDown', reason: rule.reason, code, detail: explain(fault) };
    case 'throttled':
      return { ...throttled(rule, code), ...(isByDestination(fault) && { byDestination: true }) };
    case 'busy':
      return throttled(rule, code);
    case 'permanent':
      return failed(rule.reason, true, code);
    case 'refused':
      return refused(stage, reply);
    case 'temporary':
      return failed(rule.reason, false, code);
    case undefined:
      return failed('REFUSED_FOR_NOW', false, code);
  }
}

/** A temporary limit is retried, regardless of the code. Only rejections of the address affect later emails. */
function refused(stage: Stage, reply: Reply): ProviderResult {
  const meaning = judgeRefusal({ text: reply.text, enhanced: reply.enhanced, reply: reply.code });
  const { class: of, reason } = meaning;
  const isTemporary = of === 'mailbox full' || reason === 'RATE_LIMITED';
  return failed(reason, !isTemporary, providerCode(reply), suppressionAfter(stage, meaning));
}

/**
 * One server responds for all recipients, so a rejection with an unknown cause may concern the sender, and doesn't cast
 * doubt on the address. A rejection after the server has accepted the recipient doesn't cast doubt on it either (RFC
 * 5321 §3.3).
 */
function suppressionAfter(stage: Stage, { consequence, reason }: Meaning): Suppression | undefined {
  if (consequence === 'SUPPRESS') return 'BOUNCED';
  const isUnderstood = reason !== 'REFUSED';
  return consequence === 'DOUBT' && stage === 'recipient' && isUnderstood ? 'DOUBTFUL' : undefined;
}

function failed(
  reason: DeliveryReason,
  permanent: boolean,
  code: string,
  suppress?: Suppression,
): ProviderResult {
  return { kind: 'failed', reason, permanent, code, ...(suppress && { suppress }) };
}

/**
 * Texts of a policy for the sender, as Postfix's smtpd_client_recipient_rate_limit ("450 4.7.1 Error: too many recipients
 * from 192.0.2.1"), and of greylisting, which defers each new recipient once, at any rate (RFC 6647).
 */
const notByDestination = /\btoo (?:much mail|many recipients) from\b|\bgr[ae]y-?list/i;

/**
 * Whether the provider of the recipient's mailbox defers emails. Policies (4.7.x, RFC 3463 §3.8) in response to RCPT, or
 * to the message, concern the recipient's provider; in response to MAIL, they concern the sender.
 */
function isByDestination({ stage, reply }: Extract<Fault, { kind: 'reply' }>): boolean {
  if (stage !== 'recipient' && stage !== 'message') return false;
  return reply.enhanced?.startsWith('4.7.') === true && !notByDestination.test(reply.text);
}

function throttled({ outcome, reason, retryAfterMs }: ReplyRule, code: string): Throttled {
  const scope = outcome === 'busy' ? 'provider' : 'recipient';
  return { kind: 'throttled', scope, reason, retryAfterMs: retryAfterMs ?? null, code };
}

function fits(rule: ReplyRule, stage: Stage, { code, enhanced, text }: Reply): boolean {
  if (rule.stage !== undefined && rule.stage !== stage) return false;
  if (rule.code !== undefined && rule.code !== code && rule.code !== Math.floor(code / 100)) return false;
  if (rule.text !== undefined && !rule.text.test(text)) return false;
  if (rule.enhanced === undefined) return true;
  return enhanced === rule.enhanced || (enhanced?.startsWith(`${rule.enhanced}.`) ?? false);
}

/** The code in its displayed and stored form: `550 5.1.1`. */
function providerCode({ code, enhanced }: Reply): string {
  return enhanced === null ? String(code) : `${code} ${enhanced}`;
}

/** Why a connection failed: `causes` are codes of the system, of Node.js, or of the SMTP client. */
interface ConnectionFault {
  causes: readonly string[];
  reason: DeliveryReason;
  /** A description for the owner of the mail server. */
  detail: string;
}

const connectionFaults: readonly ConnectionFault[] = [
  {
    causes: ['ECONNREFUSED'],
    reason: 'CONNECTION_REFUSED',
    detail: 'No server responds at this host and port',
  },
  {
    causes: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA', 'EDNS'],
    reason: 'HOST_NOT_FOUND',
    detail: 'The host name of the mail server does not exist',
  },
  {
    causes: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
    reason: 'HOST_UNREACHABLE',
    detail: 'There is no route to the mail server',
  },
  { causes: ['ETIMEDOUT'], reason: 'SERVER_TIMEOUT', detail: 'The mail server did not respond in time' },
  {
    causes: ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ECONNECTION'],
    reason: 'CONNECTION_LOST',
    detail: 'The mail server closed the connection',
  },
  {
    causes: ['EPROTOCOL', 'EREPLY'],
    reason: 'NOT_A_MAIL_SERVER',
    detail: 'The server at this host and port does not speak SMTP',
  },
  {
    causes: ['HOST_NOT_ALLOWED'],
    reason: 'HOST_NOT_ALLOWED',
    detail: 'Mail servers at private addresses are not allowed',
  },
  {
    causes: ['LOGIN_NOT_OFFERED'],
    reason: 'LOGIN_NOT_OFFERED',
    detail: 'The settings have a username, but the mail server does not offer authentication',
  },
];

const tlsCause = /^(?:ETLS|EPROTO|ERR_TLS_|ERR_SSL_|ERR_OSSL_)|CERT|SIGNATURE|CRL|ISSUER/;
const tlsFailed: Omit<ConnectionFault, 'causes'> = {
  reason: 'TLS_FAILED',
  detail: 'A trusted TLS connection to the mail server failed',
};
const otherwise: Omit<ConnectionFault, 'causes'> = {
  reason: 'CONNECTION_FAILED',
  detail: 'The mail server cannot be used',
};

function connectionFault(cause: string): Omit<ConnectionFault, 'causes'> {
  const known = connectionFaults.find(({ causes }) => causes.includes(cause));
  return known ?? (tlsCause.test(cause) ? tlsFailed : otherwise);
}
