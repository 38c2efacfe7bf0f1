import { splitPlaceholders } from '@carillon/content';
import type { FoundProblem } from './finding-list';

type Problem = Omit<FoundProblem, 'channel' | 'field'>;

/** The number of characters that email clients for desktops usually show. */
const SHOWN = 60;
/** The shortest subject that counts as capital letters: https://spamassassin.apache.org/old/tests_3_3_x.html (SUBJ_ALL_CAPS) */
const SHORTEST_CAPS = 10;
/** Prefixes of replies and forwarded emails, in English and in German. */
const reply = /^(?:re|fwd?|aw|wg)\s?:/i;

/** What is wrong with a subject. Placeholders count as their fallbacks. */
export function subjectProblems(subject: string): Problem[] {
  const text = splitPlaceholders(subject)
    .map((part) => (typeof part === 'string' ? part : (part.fallback ?? '')))
    .join('')
    .trim();
  const length = Array.from(text).length;
  const [prefix] = reply.exec(text) ?? [];
  return [
    ...(isInCapitals(text) ? [{ code: 'SUBJECT_ALL_CAPS' as const }] : []),
    ...(prefix === undefined ? [] : [{ code: 'SUBJECT_FAKE_REPLY' as const, source: prefix }]),
    ...(text.includes('!') && text.includes('?') ? [{ code: 'SUBJECT_PUNCTUATION' as const }] : []),
    ...(length > SHOWN ? [{ code: 'SUBJECT_TOO_LONG' as const, measured: length, limit: SHOWN }] : []),
  ];
}

/** Several words without a lowercase letter. Many scripts have no capital letters. */
function isInCapitals(text: string): boolean {
  return (
    text.length >= SHORTEST_CAPS && /\S\s+\S/.test(text) && /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
  );
}
