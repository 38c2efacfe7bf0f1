import { isFilter } from './filters';

/** A placeholder as written. */
export interface Placeholder {
  /** The entire placeholder, including the braces. */
  readonly source: string;
  /** Without surrounding whitespace. */
  readonly key: string;
  /** Without surrounding whitespace; undefined if there is no `|`, or a filter follows it. */
  readonly fallback: string | undefined;
  /** Whether a filter of another template language follows the `|`, which must not be shown to recipients. */
  readonly isFiltered: boolean;
}

const brace = /[{}]/g;
const controlCharacter = /\p{Cc}/u;

/** extraData's own limits: a key has at most 64 characters and objects nest at most 5 deep. */
const maxName = 64;
const maxNames = 5;
const maxKey = maxNames * maxName + (maxNames - 1);

/**
 * Splits a text at its placeholders; the text between them is literal. Two literals are never adjacent.
 *
 * ```
 * placeholder = "{{" space key space [ "|" fallback ] "}}"
 * key         = 1 to 324 characters, each name between its dots at most 64; no "{", "}", "|", no control characters
 * fallback    = any characters except "{" and "}"; further "|" included, surrounding whitespace dropped; not a filter
 * space       = any whitespace, line breaks included
 * ```
 *
 * Everything else stays text, including its braces: `{{}}`, `{{a`, `{{a}b}}`, `{ {a}}`. Of more
 * than two braces, the innermost pairs count, so `{{{a}}}` is a placeholder between two braces. Time is linear.
 */
export function splitPlaceholders(text: string): (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = [];
  let literalFrom = 0;
  let open = text.indexOf('{{');
  while (open >= 0) {
    const close = nextBrace(text, open + 2);
    if (close < 0) break;
    const placeholder = text.startsWith('}}', close)
      ? readPlaceholder(text.slice(open, close + 2))
      : undefined;
    if (placeholder) {
      if (open > literalFrom) parts.push(text.slice(literalFrom, open));
      parts.push(placeholder);
      literalFrom = close + 2;
    }
    open = text.indexOf('{{', placeholder ? literalFrom : Math.max(open + 1, close - 1));
  }
  if (literalFrom < text.length) parts.push(text.slice(literalFrom));
  return parts;
}

/** Whether a placeholder can have this key. */
export function isKey(key: string): boolean {
  return key !== '' && !/[{}|]/.test(key) && !controlCharacter.test(key) && lengthsAllow(key);
}

function nextBrace(text: string, from: number): number {
  brace.lastIndex = from;
  return brace.exec(text)?.index ?? -1;
}

function readPlaceholder(source: string): Placeholder | undefined {
  const inside = source.slice(2, -2);
  const bar = inside.indexOf('|');
  const key = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  if (!isKey(key)) return undefined;
  const behind = bar < 0 ? undefined : inside.slice(bar + 1).trim();
  const isFiltered = behind !== undefined && isFilter(behind);
  return { source, key, fallback: isFiltered ? undefined : behind, isFiltered };
}

function lengthsAllow(key: string): boolean {
  if (key.length <= maxName) return true;
  return characters(key) <= maxKey && key.split('.').every((name) => characters(name) <= maxName);
}

function characters(text: string): number {
  return Array.from(text).length;
}
