/**
 * A recipient that misbehaves on purpose. The local part selects the rule, in any letter case. `+tag` creates
 * variants.
 */
export interface MagicRecipient {
  readonly localPart: string;
  /** The reply to RCPT TO. Null accepts the recipient. Codes: RFC 5321 §4.2.3, RFC 3463. */
  readonly refusal: string | null;
  /** Whether the recipient is refused and accepted in turn, starting with a refusal. */
  readonly everyOther?: true;
  /** Whether the reply that accepts the message is delayed. */
  readonly slow?: true;
  readonly effect: string;
}

export const magicRecipients: readonly MagicRecipient[] = [
  {
    localPart: 'bounce',
    refusal: '550 5.1.1 No such mailbox here',
    effect: 'The mailbox does not exist: a permanent failure of the address.',
  },
  {
    localPart: 'reject',
    refusal: '550 5.7.1 Message refused by policy',
    effect: 'The message is rejected by policy: a permanent failure that is unrelated to the address.',
  },
  {
    localPart: 'full',
    refusal: '452 4.2.2 Mailbox full',
    effect: 'The mailbox is full: a temporary failure on every attempt.',
  },
  {
    localPart: 'busy',
    refusal: '450 4.2.1 Mailbox busy, try again later',
    everyOther: true,
    effect: 'Busy on the first attempt, accepted on the next: a temporary failure that a retry resolves.',
  },
  { localPart: 'slow', refusal: null, slow: true, effect: 'Accepted after a delay.' },
];

/** A login with this password is refused. Any other login is accepted. */
export const WRONG_PASSWORD = 'wrong';

/** Returns the recipient's rule, if it has one. */
export function magicRecipient(address: string): MagicRecipient | undefined {
  const localPart = address.slice(0, address.lastIndexOf('@')).replace(/\+.*/s, '').toLowerCase();
  return magicRecipients.find((recipient) => recipient.localPart === localPart);
}
