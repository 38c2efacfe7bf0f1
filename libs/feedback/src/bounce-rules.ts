import type { BounceConsequence } from '@carillon/contracts';

/**
 * What a refusal means. `isHard`: the server has refused for good; soft: the same mail might be taken another time.
 */
export interface Bounce {
  isHard: boolean;
  reason: string;
  consequence: BounceConsequence;
}

/** A rule. `status` of two numbers is a whole subject, of one a whole class; absent `text`: any text. */
interface BounceRule extends Bounce {
  status: string;
  text?: RegExp;
}

/** What servers say of a mailbox that does not exist, where their codes leave it open. */
const noSuchMailbox =
  /\b(?:user|recipient|mailbox|address|account|alias)\b.{0,60}\b(?:unknown|not (?:found|exist|known|listed)|(?:does not|doesn't) (?:exist|have)|no longer|invalid|rejected|unrouteable)|\b(?:unknown|invalid|no such|non-?existent|unrouteable|not our)\b.{0,30}\b(?:user|recipient|mailbox|address|account|person|customer)|\bno mailbox here|\brecipientnotfound\b/i;
const noSuchDomain =
  /\b(?:host|domain)\b.{0,40}\b(?:not found|unknown|(?:does not|doesn't) exist)|\bnxdomain\b|couldn't find any host named|\bno (?:mx|mail exchanger)\b/i;
const fullMailbox =
  /\b(?:mailbox|quota|inbox|storage|disk)\b.{0,40}\b(?:full|exceed(?:s|ed)?|over)|\bover ?quota\b|out of storage/i;
const tooBig =
  /\b(?:message|mail|size)\b.{0,40}\b(?:too (?:big|large)|exceeds? (?:the |a )?(?:fixed )?(?:maximum|size|limit))/i;
const policy =
  /\b(?:spam|blocked|block ?list|black ?list(?:ed)?|reputation|dmarc|spf|dkim|unsolicited|policy|denied|banned|listed (?:in|by|at))\b/i;

const soft = { isHard: false } as const;
const hard = { isHard: true } as const;

/**
 * The first matching rule decides. Codes: RFC 3463 and the IANA registry "SMTP Enhanced Status Codes" (RFC 5248), with
 * RFC 7505 (null MX) and RFC 7372 (policy).
 *
 * Consequences: what says that there is no such mailbox suppresses it at once, as all large senders do
 * (https://docs.aws.amazon.com/ses/latest/dg/send-email-concepts-deliverability.html, M3AAWG Sender Best Common
 * Practices 3.0, "Bounce processing"). What says so by words only is a doubt, and the second one counts. Full mailboxes
 * and what was tried in vain for days are counted, as both recommend. What is against this message, its size or its
 * sender says nothing of the address.
 */
const rules: readonly BounceRule[] = [
  // About the sender's address, not the recipient's.
  { ...hard, status: '5.1.7', reason: 'SENDER_REFUSED', consequence: 'NOTHING' },
  { ...hard, status: '5.1.8', reason: 'SENDER_REFUSED', consequence: 'NOTHING' },
  { ...hard, status: '5.1.9', reason: 'UNROUTABLE', consequence: 'NOTHING' },
  { ...hard, status: '5.1.1', reason: 'NO_SUCH_ADDRESS', consequence: 'SUPPRESS' },
  { ...hard, status: '5.1.2', reason: 'NO_SUCH_DOMAIN', consequence: 'SUPPRESS' },
  { ...hard, status: '5.1.3', reason: 'INVALID_ADDRESS', consequence: 'SUPPRESS' },
  { ...hard, status: '5.1.6', reason: 'MAILBOX_MOVED', consequence: 'SUPPRESS' },
  // RFC 7505 has it for domains without mail; Exchange Online says it of addresses that its directory does not have.
  {
    ...hard,
    status: '5.1.10',
    text: noSuchMailbox,
    reason: 'NO_SUCH_ADDRESS',
    consequence: 'SUPPRESS',
  },
  { ...hard, status: '5.1.10', reason: 'DOMAIN_TAKES_NO_MAIL', consequence: 'SUPPRESS' },
  { ...hard, status: '5.1', reason: 'NO_SUCH_ADDRESS', consequence: 'SUPPRESS' },

  { ...soft, status: '5.2.2', reason: 'MAILBOX_FULL', consequence: 'COUNT' },
  { ...hard, status: '5.2.3', reason: 'MESSAGE_TOO_BIG', consequence: 'NOTHING' },
  { ...hard, status: '5.3.4', reason: 'MESSAGE_TOO_BIG', consequence: 'NOTHING' },
  { ...soft, status: '5.2.4', reason: 'REFUSED', consequence: 'NOTHING' },
  { ...hard, status: '5.2', text: noSuchMailbox, reason: 'NO_SUCH_ADDRESS', consequence: 'DOUBT' },
  { ...hard, status: '5.2', reason: 'MAILBOX_DISABLED', consequence: 'DOUBT' },
  { ...soft, status: '5.3', reason: 'SERVER_TROUBLE', consequence: 'COUNT' },
  // Exchange Online's answer for an address that its directory does not have:
  // https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
  {
    ...hard,
    status: '5.4.1',
    text: /recipient address rejected: access denied/i,
    reason: 'NO_SUCH_ADDRESS',
    consequence: 'DOUBT',
  },
  // Postfix' and Exchange's for a domain without a mail server.
  { ...hard, status: '5.4.4', reason: 'NO_SUCH_DOMAIN', consequence: 'DOUBT' },
  { ...hard, status: '5.4.310', reason: 'NO_SUCH_DOMAIN', consequence: 'DOUBT' },
  { ...soft, status: '5.4.6', reason: 'UNROUTABLE', consequence: 'NOTHING' },
  { ...soft, status: '5.4', reason: 'UNROUTABLE', consequence: 'COUNT' },
  { ...soft, status: '5.5.3', reason: 'REFUSED', consequence: 'NOTHING' },
  // Generic: servers put 5.5.0 and 5.0.0 on anything.
  { ...hard, status: '5.6', reason: 'CONTENT_REFUSED', consequence: 'NOTHING' },
  { ...hard, status: '5.7', reason: 'POLICY_REFUSED', consequence: 'NOTHING' },
  { ...soft, status: '5', text: fullMailbox, reason: 'MAILBOX_FULL', consequence: 'COUNT' },
  { ...hard, status: '5', text: tooBig, reason: 'MESSAGE_TOO_BIG', consequence: 'NOTHING' },
  { ...hard, status: '5', text: noSuchDomain, reason: 'NO_SUCH_DOMAIN', consequence: 'DOUBT' },
  { ...hard, status: '5', text: noSuchMailbox, reason: 'NO_SUCH_ADDRESS', consequence: 'DOUBT' },
  { ...hard, status: '5', text: policy, reason: 'POLICY_REFUSED', consequence: 'NOTHING' },
  { ...hard, status: '5', reason: 'REFUSED', consequence: 'DOUBT' },

  { ...soft, status: '4.2.2', reason: 'MAILBOX_FULL', consequence: 'COUNT' },
  { ...soft, status: '4.7', reason: 'POLICY_REFUSED', consequence: 'NOTHING' },
  { ...soft, status: '4.3.4', reason: 'MESSAGE_TOO_BIG', consequence: 'NOTHING' },
  { ...soft, status: '4.2', reason: 'MAILBOX_BUSY', consequence: 'COUNT' },
  { ...soft, status: '4.3', reason: 'SERVER_TROUBLE', consequence: 'COUNT' },
  { ...soft, status: '4.4', reason: 'NOT_DELIVERED_IN_TIME', consequence: 'COUNT' },
  { ...soft, status: '4', text: fullMailbox, reason: 'MAILBOX_FULL', consequence: 'COUNT' },
  { ...soft, status: '4', reason: 'NOT_DELIVERED_IN_TIME', consequence: 'COUNT' },
];

/** A mail that came back without a word of why. */
export const unexplained: Bounce = { isHard: false, reason: 'RETURNED', consequence: 'COUNT' };

/** What a server meant. @param status an enhanced code, as `5.1.1`; null: it gave none */
export function judgeBounce(status: string | null, text: string): Bounce {
  if (status === null && text.trim() === '') return unexplained;
  const code = status ?? '5.0.0';
  const rule = rules.find(
    (each) => (code === each.status || code.startsWith(`${each.status}.`)) && (each.text?.test(text) ?? true),
  );
  if (!rule) return unexplained;
  const { isHard, reason, consequence } = rule;
  // Without any code only words are left, and where they say nothing nobody knows.
  return status === null && reason === 'REFUSED' ? unexplained : { isHard, reason, consequence };
}

/** Of several recipients of one report, as an alias has: as long as the mail may have arrived with one, it is the mildest. */
export function mildest(bounces: readonly (Bounce & { code: string | null })[]): number {
  const weights = bounces.map(({ isHard, consequence }) => {
    return (isHard ? 10 : 0) + ['NOTHING', 'COUNT', 'DOUBT', 'SUPPRESS'].indexOf(consequence);
  });
  return weights.indexOf(Math.min(...weights));
}
