import type { FieldError, InboundMeaning } from '@carillon/contracts';
import { issue } from './rules';
import { fold } from './replies/fold';
import { clausesOf, isKeyword, readClause, wordsOf } from './replies/grammar';
import { ownText } from './replies/own-text';

/** A person's message. */
export interface Reply {
  text: string;
  /** The label or the payload of the button that they pressed. */
  button?: string;
  /**
   * The keyword that the provider recognized and has already acted on: it no longer delivers to people who opted out.
   */
  providerMeaning?: InboundMeaning;
}

/** The additional keywords of an account. */
export interface AccountKeywords {
  optOutWords: readonly string[];
  optInWords: readonly string[];
}

/** The maximum number of keywords of each kind, and of characters in a keyword. */
export const accountKeywordLimits = { keywords: 50, characters: 40 } as const;

/**
 * The meaning of a message: opt-out, opt-in, or a request for help; null if a person must read it. If two
 * interpretations are possible, the opt-out wins, because a missed opt-out is worse than an unnecessary suppression.
 * The provider's interpretation takes precedence over the built-in keywords, and the built-in keywords take precedence
 * over the account's keywords.
 */
export function readReply(
  { text, button, providerMeaning }: Reply,
  own?: AccountKeywords,
): InboundMeaning | null {
  if (providerMeaning) return providerMeaning;
  if (button !== undefined && readMeaning(button) === 'STOP') return 'STOP';
  return readMeaning(text, own);
}

/** The meaning of a text. */
function readMeaning(text: string, own?: AccountKeywords): InboundMeaning | null {
  return readText(text) ?? (own ? readAccountKeyword(text, own) : null);
}

function readText(text: string): InboundMeaning | null {
  const written = ownText(text);
  const clauses = clausesOf(written);
  const readings = clauses.map(readClause);
  if (readings.includes('sure')) return 'STOP';
  const others = readings.filter((reading) => reading !== 'alone');
  const isAlone = readings.length - others.length === 1 && others.every((reading) => reading === 'courtesy');
  // "Can I cancel?" is about something else.
  if (isAlone && !/[?？؟]/.test(written)) return 'STOP';
  const words = wordsOf(fold(written));
  if (readClause(words) === 'sure') return 'STOP';
  if (isKeyword('start', words)) return 'START';
  return isKeyword('help', words) ? 'HELP' : null;
}

function readAccountKeyword(
  body: string,
  { optOutWords, optInWords }: AccountKeywords,
): InboundMeaning | null {
  const text = fold(ownText(body));
  const isAmong = (those: readonly string[]) => text !== '' && those.some((word) => fold(word) === text);
  if (isAmong(optOutWords)) return 'STOP';
  return isAmong(optInWords) ? 'START' : null;
}

/** The keywords without duplicates, in their first spelling. */
export function distinctKeywords(keywords: readonly string[]): string[] {
  return keywords.filter(
    (keyword, index) => keywords.findIndex((other) => fold(other) === fold(keyword)) === index,
  );
}

/**
 * Why an account can't use these keywords: opt-in keywords must not opt out, and keywords with another meaning in all
 * accounts keep it.
 */
export function accountKeywordIssues({ optOutWords, optInWords }: AccountKeywords): FieldError[] {
  const stopping = new Set(optOutWords.map(fold));
  const clash = (word: string, meaning: InboundMeaning): FieldError[] => {
    if (fold(word) === '') return issue('empty', 'A keyword must contain letters or digits');
    const known = readText(word);
    return known === null || known === meaning
      ? []
      : issue('not_allowed', `This keyword means ${known} in all accounts`);
  };
  const both = (word: string): FieldError[] =>
    stopping.has(fold(word)) ? issue('conflict', 'This keyword is also an opt-out keyword') : [];
  const at = (list: string, index: number, found: FieldError[]) =>
    found.map((each) => ({ ...each, field: `${list}.${index}` }));
  return [
    ...optOutWords.flatMap((word, index) => at('optOutWords', index, clash(word, 'STOP'))),
    ...optInWords.flatMap((word, index) => at('optInWords', index, [...clash(word, 'START'), ...both(word)])),
  ];
}
