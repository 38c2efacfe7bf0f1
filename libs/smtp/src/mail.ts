import type { Extensions } from './extensions';
import type { MailContent } from './mail-content';
import type { Reply } from './reply';

/** An email to one recipient, as it is transmitted. */
export interface Mail {
  envelope: Envelope;
  content: MailContent;
}

export interface Envelope {
  from: string;
  to: string;
  /** The size of the message: RFC 1870 §3 (bytes). */
  size: number;
  /** Whether the content has bytes beyond ASCII. */
  isEightBit?: boolean;
}

/** The command that a reply belongs to. `content` is the message itself, up to the final dot. */
export type Command = 'RSET' | 'MAIL' | 'RCPT' | 'DATA' | 'content';

/** The progress of an email. */
export type Progress =
  | { kind: 'accepted'; reply: Reply }
  /** The server doesn't deliver it. `session`: it accepts no more in this session, or not this email. */
  | { kind: 'refused'; command: Exclude<Command, 'RSET'> | 'session'; reply: Reply }
  /** The server lacks a feature that the email needs; nothing was sent. */
  | { kind: 'unfit'; lacks: Lacking }
  /** The server cannot deliver it: no content was sent, or `mayDeliver` withheld its end. */
  | { kind: 'unsent'; cause: string }
  /** Content was sent, but not its end: the server must not deliver it (RFC 5321 §4.1.1.4). */
  | { kind: 'incomplete'; cause: string }
  /** All of the content was sent without a reply: the server may deliver it. */
  | { kind: 'unanswered'; cause: string };

/** `SIZE`: the email is larger than the server accepts. `ADDRESS`: one of its addresses would break its command. */
export type Lacking = 'SIZE' | '8BITMIME' | 'SMTPUTF8' | 'ADDRESS';

/** Causes in addition to the system's error codes. */
export const causes = {
  /** A time limit was exceeded. */
  timeout: 'ETIMEDOUT',
  /** The connection was closed, by the server or here. */
  closed: 'ECONNECTION',
  /** The server sent an unsolicited reply, or a reply without an end. */
  protocol: 'EPROTOCOL',
  /** The server's data isn't a reply to this command. */
  noReply: 'EREPLY',
  /** `mayDeliver` forbade it. */
  cancelled: 'ECANCELLED',
  /** The previous email took too long, or ended the session. */
  behind: 'EBEHIND',
} as const;

const asciiAddress = /^[!-;=?-~]*$/;
const anyAddress = /^[!-;=?-~\u0080-\uffff]*$/;

/** Returns the feature that an email needs and the server doesn't offer. */
export function lackFor({ from, to, size, isEightBit }: Envelope, offered: Extensions): Lacking | null {
  if (!anyAddress.test(from) || !anyAddress.test(to) || to === '') return 'ADDRESS';
  const limit = offered.size?.limit ?? 0;
  if (limit > 0 && size > limit) return 'SIZE';
  if (isEightBit === true && !offered.eightBitMime) return '8BITMIME';
  return offered.smtpUtf8 || (asciiAddress.test(from) && asciiAddress.test(to)) ? null : 'SMTPUTF8';
}

/** Returns a command's line, one character for each byte. */
export function lineOf(
  command: Exclude<Command, 'content'>,
  envelope: Envelope,
  offered: Extensions,
): string {
  switch (command) {
    case 'MAIL':
      return `MAIL FROM:<${inBytes(envelope.from)}>${parametersOf(envelope, offered)}\r\n`;
    case 'RCPT':
      return `RCPT TO:<${inBytes(envelope.to)}>\r\n`;
    case 'DATA':
      return 'DATA\r\n';
    case 'RSET':
      return 'RSET\r\n';
  }
}

function parametersOf({ from, to, size, isEightBit }: Envelope, offered: Extensions): string {
  const utf8 = asciiAddress.test(from) && asciiAddress.test(to) ? '' : ' SMTPUTF8';
  return utf8 + (isEightBit === true ? ' BODY=8BITMIME' : '') + (offered.size ? ` SIZE=${size}` : '');
}

function inBytes(address: string): string {
  return asciiAddress.test(address) ? address : Buffer.from(address, 'utf8').toString('latin1');
}
