import {
  type RefusalCode,
  type StatusSequence,
  statusSequences,
  type TextChannel,
  type TwilioAct,
} from '@carillon/fake-providers';

/** The special behavior of a number. */
export interface MagicNumber {
  /** The complete number. With `nn` at its end, it covers a hundred numbers. */
  readonly number: string;
  /** Whether the number misbehaves as the recipient or as the sender. */
  readonly as: 'To' | 'From';
  /** The response in place of 201. Nothing is accepted. */
  readonly refusal?: RefusalCode;
  /** Whether the number refuses and accepts in turn, starting with a refusal, separately for each number. */
  readonly everyOther?: true;
  /** The treatment of the request in place of an immediate response. */
  readonly act?: Extract<TwilioAct, 'takes slowly' | 'keeps silent' | 'ignores'>;
  /** WhatsApp's service window of 24 hours is closed until the person writes. */
  readonly windowClosed?: true;
  /** The statuses of the message after it is accepted. */
  readonly statuses?: StatusSequence;
  /** The behavior applies to this channel only. */
  readonly channel?: TextChannel;
  readonly effect: string;
}

/**
 * Numbers that misbehave. The first nine are Twilio's own test numbers
 * (https://www.twilio.com/docs/iam/test-credentials#test-sms-messages). The others are numbers that North America
 * reserves for fiction, 555-0100 to 555-0199, whose area code selects the behavior.
 */
export const magicNumbers: readonly MagicNumber[] = [
  { number: '+15005550001', as: 'To', refusal: 21211, effect: 'Invalid number: permanent failure.' },
  { number: '+15005550002', as: 'To', refusal: 21612, effect: 'Unreachable from this sender.' },
  { number: '+15005550003', as: 'To', refusal: 21408, effect: 'No permission for this country.' },
  { number: '+15005550004', as: 'To', refusal: 21610, effect: 'Has opted out of every sender with STOP.' },
  { number: '+15005550009', as: 'To', refusal: 21614, effect: 'Not a mobile number: permanent failure.' },
  { number: '+15005550001', as: 'From', refusal: 21212, effect: 'Invalid sender.' },
  { number: '+15005550006', as: 'From', effect: 'A valid sender, like any other number.' },
  { number: '+15005550007', as: 'From', refusal: 21606, effect: 'A sender that belongs to another account.' },
  {
    number: '+15005550008',
    as: 'From',
    refusal: 21611,
    effect: "The sender's queue is full on every attempt.",
  },
  { number: '+120155501nn', as: 'To', act: 'takes slowly', effect: 'Accepted, but the 201 is delayed.' },
  { number: '+150055501nn', as: 'To', refusal: 20500, effect: 'Internal error: nothing is accepted.' },
  { number: '+150355501nn', as: 'To', refusal: 20503, effect: 'Unavailable: nothing is accepted.' },
  {
    number: '+192955501nn',
    as: 'To',
    refusal: 20429,
    everyOther: true,
    effect: 'Too many requests on the first attempt, accepted on the next.',
  },
  {
    number: '+140855501nn',
    as: 'To',
    act: 'keeps silent',
    effect:
      'Accepted, but the response never arrives: the inbox shows the message, but the client does not know.',
  },
  {
    number: '+150455501nn',
    as: 'To',
    act: 'ignores',
    effect: 'The response never arrives, and nothing is accepted.',
  },
  {
    number: '+130355501nn',
    as: 'To',
    statuses: statusSequences.unreachable,
    effect: 'Accepted, then undelivered: 30003, switched off, which can be temporary.',
  },
  {
    number: '+130555501nn',
    as: 'To',
    statuses: statusSequences.unknown,
    effect: 'Accepted, then undelivered: 30005, the number does not exist.',
  },
  {
    number: '+132155501nn',
    as: 'To',
    statuses: statusSequences.reversed,
    effect: 'Delivered, with callbacks in the wrong order.',
  },
  {
    number: '+122455501nn',
    as: 'To',
    statuses: statusSequences.twice,
    effect: 'Delivered, with every callback sent twice.',
  },
  {
    number: '+173255501nn',
    as: 'To',
    statuses: statusSequences.read,
    channel: 'WHATSAPP',
    effect: 'WhatsApp: delivered, then read.',
  },
  {
    number: '+163055501nn',
    as: 'To',
    windowClosed: true,
    channel: 'WHATSAPP',
    effect:
      'WhatsApp: the 24-hour window is closed, so a text ends undelivered with 63016 and a template arrives. A reply opens the window.',
  },
];

const byNumber = new Map(magicNumbers.map((magic) => [key(magic.as, magic.number), magic]));

/** Returns the rule of a number, if it has one in this role and on this channel. */
export function magicNumber(
  as: MagicNumber['as'],
  number: string,
  channel: TextChannel,
): MagicNumber | undefined {
  const magic = byNumber.get(key(as, number)) ?? byNumber.get(key(as, `${number.slice(0, -2)}nn`));
  return magic?.channel && magic.channel !== channel ? undefined : magic;
}

/** Returns Twilio's error code for the request, or 201. */
export function answerTo({ refusal, everyOther, act }: MagicNumber): string {
  if (act === 'keeps silent' || act === 'ignores') return 'none';
  if (refusal === undefined) return '201';
  return everyOther ? `${refusal}, then 201` : String(refusal);
}

function key(as: string, number: string): string {
  return `${as} ${number}`;
}
