import { type Meaning, isVague, judgeRefusal } from './judge-refusal';

/** A meaning with the code to show, such as `550 5.1.1`. Null: the reply has no code. */
export type JudgedReply = Meaning & { code: string | null };

/** A reported server reply. */
export interface ReportedReply {
  /** The enhanced code in the report; null: none. */
  stated: string | null;
  /** The server's own reply. */
  replyText: string;
  /** The reporter's text, which is read if the reply is empty. */
  why?: string;
  /** The code of the reporter's own type of refusal: it counts if neither of the others is exact. */
  fallback?: string | null;
}

/** The meaning of a server's reply quoted by a report or a provider. */
export function judgeReply({ stated, replyText, why = '', fallback = null }: ReportedReply): JudgedReply {
  const { reply, enhanced } = codesIn(replyText);
  const exact = stated !== null && !isVague(stated) ? stated : null;
  const known = exact ?? fallback ?? (stated?.startsWith('2') ? null : stated);
  const isEmpty = replyText.replace(/^[\w-]+;/, '').trim() === '';
  // A provider's own type is more exact than its text.
  const explanation = fallback !== null && !isVague(fallback) ? '' : why;
  const judged = judgeRefusal({
    text: isEmpty ? explanation : replyText,
    enhanced,
    stated: known,
    reply: reply === null ? null : Number(reply),
    isLetter: isEmpty,
  });
  const exactCode = [enhanced, known].find((each) => each !== null && !isVague(each));
  return explained(judged, shown(reply, exactCode ?? enhanced ?? known));
}

/** A bounce without any reason is only counted. */
export function explained(meaning: Meaning, code: string | null): JudgedReply {
  const isExplained = meaning.reason !== 'REFUSED' || code !== null;
  return { ...meaning, ...(!isExplained && unexplained), code };
}

const unexplained = { reason: 'RETURNED', isHard: false, consequence: 'COUNT' } as const;

/** An enhanced code that is not a part of an IP address or of a version. */
const enhancedForm = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;
const failureForm = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const replyForm = /(?<![\d.#-])([45]\d\d)(?=[ -](?!\d{3}\b)|$)/m;

export interface Codes {
  reply: string | null;
  enhanced: string | null;
}

/** The first reply code, and the first specific enhanced code of a failure, because gateways put 5.0.0 first. */
export function codesIn(text: string): Codes {
  const failures = text.match(failureForm) ?? [];
  const enhanced = failures.find((code) => !isVague(code)) ?? failures[0] ?? null;
  return { reply: replyForm.exec(text)?.[1] ?? null, enhanced };
}

export function enhancedCode(text: string): string | null {
  return enhancedForm.exec(text)?.[1] ?? null;
}

export function shown(replyCode: string | null, status: string | null): string | null {
  const isKnown = status !== null && !status.endsWith('.0.0');
  if (replyCode === null) return status;
  return isKnown && status.startsWith(replyCode.slice(0, 1)) ? `${replyCode} ${status}` : replyCode;
}

/** The meaning of a bounce with a reported status and text. @param status an enhanced code; null: none */
export function judgeBounce(status: string | null, text: string): JudgedReply {
  return judgeReply({ stated: status, replyText: text });
}
