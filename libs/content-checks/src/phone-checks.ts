import { LONGEST_PHONE_TEXT, smsSegments, splitPlaceholders, unicodeCharactersOf } from '@carillon/content';
import type { FoundProblem } from './finding-list';

type Problem = Omit<FoundProblem, 'channel' | 'field'>;

/** The number of characters that a finding lists. */
const MOST_CHARACTERS = 20;

/** The author's own text, without values. */
function ownText(text: string): string {
  return splitPlaceholders(text)
    .map((part) => (typeof part === 'string' ? part : (part.fallback ?? '')))
    .join('');
}

/** A text for SMS or WhatsApp that is too long regardless of the values. */
export function lengthProblems(text: string): Problem[] {
  const fixed = splitPlaceholders(text).map((part) => (typeof part === 'string' ? part : ''));
  const length = Array.from(fixed.join('')).length;
  if (length <= LONGEST_PHONE_TEXT) return [];
  return [{ code: 'MESSAGE_TOO_LONG', measured: length, limit: LONGEST_PHONE_TEXT }];
}

/**
 * What makes an SMS expensive.
 * @param longest the segments of the longest SMS in the audience; null: unknown
 */
export function smsProblems(text: string, longest: number | null): Problem[] {
  const own = ownText(text);
  const { segments } = smsSegments(own);
  const unicode = unicodeCharactersOf(own);
  const measured = longest ?? segments;
  return [
    ...(unicode.length > 0 ? [unicodeProblem(own, unicode, segments)] : []),
    ...(measured > 1 ? [{ code: 'SMS_SEGMENTS' as const, measured, limit: 1 }] : []),
  ];
}

function unicodeProblem(text: string, unicode: readonly string[], measured: number): Problem {
  const characters = new Set(unicode);
  const plain = Array.from(text, (character) => (characters.has(character) ? 'x' : character)).join('');
  const limit = smsSegments(plain).segments;
  const shown = unicode.slice(0, MOST_CHARACTERS).map(visible).join(' ');
  const source = unicode.length > MOST_CHARACTERS ? `${shown} …` : shown;
  return { code: 'SMS_UNICODE', severity: measured > limit ? 'warning' : 'info', source, measured, limit };
}

/** Invisible characters by their number: U+200B. */
function visible(character: string): string {
  if (!/^[\p{C}\p{Z}\p{M}]/u.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** WhatsApp's rules for the value of a variable in a template. */
export function variableProblems(text: string): Problem[] {
  return /[\t\n\r]| {5}/.test(ownText(text)) ? [{ code: 'TEMPLATE_VARIABLE_SPACES' }] : [];
}

/** Whether a variable is empty if this placeholder is: without further text and fallbacks. */
export function isOnlyPlaceholders(text: string): boolean {
  return ownText(text).trim() === '';
}
