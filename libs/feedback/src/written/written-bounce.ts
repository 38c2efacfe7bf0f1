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

/** The parts of an email without report parts that identify its author. */
export interface WrittenMail {
  /** The From field; `<>` or empty: no author. */
  from: string;
  subject: string;
  text: string;
  /** The envelope sender: empty for servers (RFC 5321 §4.5.5); null: unknown. */
  sender: string | null;
  /** X-Failed-Recipients, which Exim and Google write. */
  failedRecipients: string;
  /** Whether header fields mark an automatic reply (RFC 3834 §5, and earlier conventions). */
  isMarkedReply: boolean;
  /** Whether the email contains the original email. */
  hasOriginal: boolean;
}

export type WrittenKind = 'bounced' | 'delayed' | 'auto-reply' | 'other';

/**
 * The kind of an email without report parts. Servers write under their own names or without a sender. An email that a
 * person writes, sends as a reply, or forwards is a letter, even if it quotes a bounce.
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

/** Phrases of servers about further attempts. */
const BEGIN = 2_000;

export type Author = 'server' | 'program' | 'person';

/** The author of an email. Programs: the envelope has no sender, or replies aren't read. */
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
  // A program can send anything: an order, a ticket, an absence notice.
  return !mail.isMarkedReply && (hasReply || (isTitled && (isWorded || mail.hasOriginal)));
}

/** A server that only reports the problem with the recipient. */
function isAboutAddress(text: string): boolean {
  const { class: of } = judgeRefusal({ text, enhanced: null, isLetter: true });
  return of === 'no such address' || of === 'disabled or moved' || of === 'mailbox full';
}

/** A permanent SMTP refusal. */
const refusalLine =
  /(?:^|[\s:<([#"'])5\d\d[ -](?:#?5\.\d{1,3}\.\d{1,3}\b|[^\d\s])|(?:^|[\s(#])#?5\.\d{1,3}\.\d{1,3}\b/m;

/** All attempts have failed. */
function isGivenUp(text: string): boolean {
  return /giv(?:en|ing) up|not going to try again|permanent|no (?:further|more) attempts|will not be retried|has been (?:cancelled|returned)|could not be delivered (?:for|within)|expired/.test(
    text,
  );
}

/** The meaning of a bounce text for its recipient. `code`: in its displayed form; null: none. */
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
  // An unreachable server doesn't explain a refusal.
  const meant = read(own, true);
  return explained(meant.class === 'temporary' ? exact : meant, code);
}

/** The lines of a server's reply, each with the next one, because replies are folded. */
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

/** The server's own text, without the returned email. */
export function ownText(text: string): string {
  const at = text.search(beforeOriginal);
  // Some servers put the returned email first, without preceding text.
  return (at < SHORTEST ? text : text.slice(0, at)).replace(ofOriginal, '');
}

/** Quoted parts of the email: its subject can contain anything. */
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
