import type { Meaning } from '../refusals/judge-refusal';
import { judgeRefusal, normalized } from '../refusals/judge-refusal';
import { type JudgedReply, codesIn, explained, shown } from '../refusals/judge-reply';
import {
  absences,
  beforeOriginal,
  bounceTexts,
  bounceTitles,
  daemonNames,
  fits,
  personal,
  roleNames,
  stillTried,
} from './phrases';

/** A mail without the parts of a report, as far as it shows who wrote it. */
export interface WrittenMail {
  /** As in the From field; `<>` or empty: nobody. */
  from: string;
  subject: string;
  text: string;
  /** The envelope's sender: empty for what servers write (RFC 5321 §4.5.5); null: unknown. */
  sender: string | null;
  /** X-Failed-Recipients, which Exim and Google write. */
  failedRecipients: string;
  /** Fields say that a program answered somebody (RFC 3834 §5, and what was used before it). */
  isMarkedReply: boolean;
  /** It contains the mail that it is about. */
  hasOriginal: boolean;
}

export type WrittenKind = 'bounced' | 'delayed' | 'auto-reply' | 'other';

/**
 * What a mail in words only is. Servers write from their own names or from nobody; what a person writes, answers, or hands on is
 * a letter, whatever it quotes.
 */
export function kindOf(mail: WrittenMail): WrittenKind {
  const subject = normalized(mail.subject);
  const from = authorOf(mail);
  const isAbsence = fits(absences, subject);
  if (from === 'person' && mail.failedRecipients === '')
    return isAbsence || mail.isMarkedReply ? 'auto-reply' : 'other';
  const text = ownText(mail.text);
  if (isAbsence && from !== 'server') return 'auto-reply';
  if (!isBounce(mail, from, subject, text)) return isAbsence || mail.isMarkedReply ? 'auto-reply' : 'other';
  const begin = normalized(text.slice(0, BEGIN));
  const isTried = fits(stillTried, subject) || (fits(stillTried, begin) && !isGivenUp(begin));
  return isTried ? 'delayed' : 'bounced';
}

/** Where servers say whether they still try. */
const BEGIN = 2_000;

export type Author = 'server' | 'program' | 'person';

/** Who wrote a mail. Programs: their envelope has no sender, or nobody reads what is answered. */
export function authorOf({ from, sender, subject }: WrittenMail): Author {
  const name = normalizedName(from);
  const isPersonal = personal.test(normalized(subject));
  if (name === '' || fits(daemonNames, name))
    return isPersonal && sender !== '' && sender !== null ? 'person' : 'server';
  if (isPersonal) return 'person';
  if (sender === '') return 'program';
  return fits(roleNames, name) ? 'program' : 'person';
}

function isBounce(mail: WrittenMail, author: Author, subject: string, text: string): boolean {
  if (mail.failedRecipients !== '') return true;
  const isTitled = fits(bounceTitles, subject);
  const hasReply = refusalLine.test(text);
  const isWorded = fits(bounceTexts, normalized(text));
  if (author === 'server')
    return isTitled || hasReply || isWorded || fits(stillTried, subject) || isAboutAddress(text);
  // What a program sends may be anything: an order, a ticket, an answer in somebody's absence.
  return !mail.isMarkedReply && (hasReply || (isTitled && (isWorded || mail.hasOriginal)));
}

/** A server that only says what is wrong with the recipient. */
function isAboutAddress(text: string): boolean {
  const { class: of } = judgeRefusal({ text, enhanced: null, isLetter: true });
  return of === 'no such address' || of === 'disabled or moved' || of === 'mailbox full';
}

/** A reply of SMTP that refuses for good. */
const refusalLine =
  /(?:^|[\s:<([#"'])5\d\d[ -](?:#?5\.\d{1,3}\.\d{1,3}\b|[^\d\s])|(?:^|[\s(#])#?5\.\d{1,3}\.\d{1,3}\b/m;

/** It was tried in vain, and is not any more. */
function isGivenUp(text: string): boolean {
  return /giv(?:en|ing) up|not going to try again|permanent|no (?:further|more) attempts|will not be retried|has been (?:cancelled|returned)|could not be delivered (?:for|within)|expired/.test(
    text,
  );
}

/** What a bounce in words says about its recipient. `code`: as it is shown; null: there is none. */
export function meaningOf(text: string): JudgedReply {
  const own = ownText(text);
  const reasons = reasonLines(own);
  const codes = codesIn(reasons === '' ? own : reasons);
  const reply = codes.reply === null ? null : Number(codes.reply);
  const code = shown(codes.reply, codes.enhanced);
  const read = (part: string, isLetter: boolean): Meaning =>
    judgeRefusal({ text: part, enhanced: codes.enhanced, reply, isLetter });
  if (reasons === '') return explained(read(own, true), code);
  const exact = read(reasons, false);
  if (exact.reason !== 'REFUSED') return explained(exact, code);
  // That nobody could be reached explains no refusal.
  const meant = read(own, true);
  return explained(meant.class === 'temporary' ? exact : meant, code);
}

/** The lines in which a server's reply stands, each with the next one, as replies are folded. */
function reasonLines(text: string): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => (replyLine.test(line) ? [line, lines[at + 1] ?? ''] : []))
    .slice(0, MOST_LINES)
    .join(' ');
}

const replyLine =
  /(?:^|[\s:<([#"'])[45]\d\d[ -](?!\d{3}\b)|(?:^|[\s(#])#?[45]\.\d{1,3}\.\d{1,3}\b|\b(?:said|reason|diagnosis|error|diagnostic-code|grund|motif|motivo|причина)\b ?[:=]/i;
const MOST_LINES = 20;

/** The server's own text, without the mail that came back. */
export function ownText(text: string): string {
  const at = text.search(beforeOriginal);
  // Some put the mail first, or nothing before it.
  return (at < SHORTEST ? text : text.slice(0, at)).replace(ofOriginal, '');
}

/** What servers repeat of the mail: its subject may say anything. */
const ofOriginal =
  /^[ \t]*(?:subject|subj|betreff|objet|asunto|oggetto|onderwerp|temat|assunto|amne|emne|тема|件名|主题|主旨)[ \t]*[:：].*(?:\n[ \t]+\S.*)*$/gimu;

const SHORTEST = 40;

function normalizedName(from: string): string {
  return from
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[<>"']/g, ' ')
    .replace(/(@)\S+/g, '$1')
    .trim();
}
