import type { BounceConsequence } from '@carillon/contracts';
import {
  type CodeRow,
  type RefusalClass,
  type RefusalReason,
  type RefusalRow,
  type TextRow,
  alwaysHard,
  alwaysSoft,
  codeRows,
  consequences,
  textRows,
} from './refusal-table';

/** A refusal by a server, and other parties' data about it. */
export interface Refusal {
  /** The server's reply, or a letter that explains it. */
  text: string;
  /** The enhanced code in the server's own reply; null: none. */
  enhanced: string | null;
  /** A code from another source: the status of a report, or a provider's. It counts if the reply has no code. */
  stated?: string | null;
  /** The three digits of the reply. Absent or null: unknown. */
  reply?: number | null;
  /** The text is a letter, in which vague terms can have any meaning. */
  isLetter?: boolean;
}

/**
 * The meaning of a refusal. `isHard`: the server has refused permanently; soft: the same email might be accepted
 * another time.
 */
export interface Meaning {
  class: RefusalClass;
  reason: RefusalReason;
  isHard: boolean;
  consequence: BounceConsequence;
}

/**
 * The server's own text takes precedence, then the code in it, then the stated code. A code alone never outweighs the
 * text.
 */
export function judgeRefusal(refusal: Refusal): Meaning {
  const { text, enhanced, stated = null, reply = null, isLetter = false } = refusal;
  const exact = [enhanced, stated].find((each) => each !== null && !isVague(each));
  // RFC 5321 §4.2.2: 552 is "exceeded storage allocation", regardless of the text that follows it.
  const code = exact ?? (reply === 552 ? '5.2.2' : (enhanced ?? stated));
  const isForNow = (reply === null ? (enhanced ?? stated) : String(reply))?.startsWith('4') ?? false;
  const textRow = byText(normalized(text), code ?? null, isLetter);
  const coded = byCode(code ?? null, isForNow);
  // A code that agrees with an ambiguous text makes it certain.
  const agrees = textRow?.class === 'unknown' && textRow.reason === coded.reason;
  const row = textRow && !agrees ? textRow : coded;
  return meaning(row, isForNow);
}

/** Servers use 5.0.0 and 5.5.0 for anything, and a success code says nothing about a failure. */
export function isVague(code: string): boolean {
  return /^2|^[45]\.(?:0|5)\.0$|^[45]\.[01]\.0$/.test(code);
}

/** A server that refuses temporarily because the recipient is unknown may use a directory that is unavailable. */
function meaning({ class: of, reason }: RefusalRow, isForNow: boolean): Meaning {
  const isCertain = of === 'no such address' || of === 'disabled or moved';
  const settled = isForNow && isCertain ? 'unknown' : of;
  const isHard =
    alwaysHard.has(settled) || (!alwaysSoft.has(settled) && !isForNow && reason !== 'RATE_LIMITED');
  return { class: settled, reason, isHard, consequence: consequences[settled] };
}

function byText(text: string, code: string | null, isLetter: boolean): TextRow | undefined {
  return textRows.find(
    (row) =>
      !(isLetter && row.isWeak) &&
      (row.code === undefined || isWithin(code, row.code)) &&
      row.text.test(text),
  );
}

function byCode(code: string | null, isForNow: boolean): RefusalRow {
  const of = code === null || code.startsWith('2') ? (isForNow ? '4.0.0' : '5.0.0') : code;
  return codeRows.find((row) => isWithin(of, row.code)) ?? lastRow;
}

const lastRow: CodeRow = { class: 'unknown', reason: 'REFUSED', code: '5' };

function isWithin(code: string | null, of: string): boolean {
  return code === of || (code?.startsWith(`${of}.`) ?? false);
}

const address = /<?[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+>?/g;
const hostName = /\b(?:[a-z0-9_](?:[a-z0-9_-]{0,62}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}\b/g;
/** Names of lists, and ends of sentences without a space, are not host names. */
const notHost =
  /spamhaus|spamcop|barracudacentral|sorbs|uceprotect|senderscore|invaluement|abuseat|cloudmark|mailspike|manitu|psbl|surbl|uribl|dnsbl|resolver\.|storedrv\.|smtp(?:send|recv)?\./;

/** A text for the rows of the table: without names of people and hosts that could be mistaken for a reason. */
export function normalized(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/[’‘`´]/g, "'")
    .replace(address, '<>')
    .replace(hostName, (name) => (notHost.test(name) ? name : 'host'))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n(?: |\t)+/g, ' ');
}
