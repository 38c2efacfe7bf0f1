import { fold } from './fold';
import {
  type Vocabulary,
  helpKeywords,
  promotionButtons,
  startKeywords,
  stopTypos,
  vocabularies,
} from './vocabulary';

type Role = keyof Vocabulary | 'start' | 'help';

/** An entry of the vocabulary, as folded words. */
interface Entry {
  words: readonly string[];
  roles: Set<Role>;
}

/** A sentence or a part of one. */
export type Clause = readonly string[];

/**
 * The meaning of a clause: `sure` is an opt-out anywhere, `alone` only if the message has no other content, and
 * `courtesy` means nothing.
 */
export type Reading = 'sure' | 'alone' | 'courtesy' | null;

/** In longer sentences, only plain words count. */
const LONGEST_SENTENCE = 40;
/**
 * The minimum length of words in which misspellings are recognized, by the number of wrong, missing, added, or swapped
 * letters.
 */
const MISSPELT = [
  { errors: 1, from: 6 },
  { errors: 2, from: 9 },
] as const;

const lexicon = compiled();
/** The words in which misspellings are recognized: single words with a meaning. */
const spellings = [...lexicon.values()].flat().flatMap(({ words: [word = '', ...more], roles }) => {
  const counts = (['stop', 'plain', 'objects', 'objectsBehind', 'start'] as const).some((role) =>
    roles.has(role),
  );
  return more.length === 0 && counts && word.length >= MISSPELT[0].from && /^[\p{L}]+$/u.test(word)
    ? [word]
    : [];
});

/** The clauses of a text, separated by full stops, commas, line breaks, and similar. */
export function clausesOf(text: string): Clause[] {
  return text
    .split(/[.!?;:,()[\]\n…。！？、，；：؟،؛।॥—–|•]+|\s[-~/+]+\s/u)
    .map((part) => wordsOf(fold(part)))
    .filter((words) => words.length > 0);
}

/** The words of a folded text, with corrected misspellings. */
export function wordsOf(folded: string): string[] {
  const joined = folded.replace(/(?<![\p{L}\p{N}])(?:[a-z] ){2,}[a-z](?![\p{L}\p{N}])/gu, (letters) =>
    letters.replaceAll(' ', ''),
  );
  return joined.split(' ').filter(Boolean).flatMap(corrected);
}

/** The meaning of a clause for further messages. */
export function readClause(clause: Clause): Reading {
  if (saysPlainly(clause)) return 'sure';
  const reading = clause.length > LONGEST_SENTENCE ? null : readSentence(clause);
  return reading ?? (isMadeOf(clause, ['polite', 'leads']) ? 'courtesy' : null);
}

/** Whether the words are one of `start` or `help`, with courtesies around it. */
export function isKeyword(role: 'start' | 'help', words: Clause): boolean {
  const from = [...words.keys()].find((at) => !isMadeOf(words.slice(0, at + 1), ['polite'])) ?? words.length;
  return entriesAt(words, from).some(
    (entry) => entry.roles.has(role) && isMadeOf(words.slice(from + entry.words.length), ['polite']),
  );
}

/** verb < weak < sure. */
const strength: Partial<Record<Role, number>> = { verbs: 1, weak: 2, stop: 3, plain: 3 };

/**
 * The grammar of an opt-out: allowed words before, at least one stop word, and allowed words after. Any other word
 * changes the meaning: many sentences contain "stop", but "stop please" has only one meaning.
 */
function readSentence(clause: Clause): Reading {
  let best: Reading = null;
  const seen = new Set<string>();
  const walk = (at: number, core: number, hasObject: boolean, isTurned = false): void => {
    const state = `${at} ${core} ${hasObject} ${isTurned}`;
    if (best === 'sure' || seen.has(state)) return;
    seen.add(state);
    if (at === clause.length) {
      if (core === 3 || (core > 0 && hasObject)) best = 'sure';
      else if (core === 2) best = 'alone';
      return;
    }
    // The number that wrote to the person, or that the person writes to.
    if (core > 0 && /^\d{3,}$/.test(clause[at] ?? '')) walk(at + 1, core, hasObject, isTurned);
    for (const { words, roles } of entriesAt(clause, at)) {
      const next = at + words.length;
      for (const role of roles) {
        const stops = strength[role];
        // "Do not" before a stop word negates it. A negative verb also negates it.
        const turns = roles.has('blockers');
        if (stops !== undefined) {
          if (stops === 1 || !(isTurned || (core === 1 && !hasObject)))
            walk(next, Math.max(core, stops), hasObject, turns);
        } else if (role === 'objects' || (role === 'objectsBehind' && core > 0)) walk(next, core, true);
        else if (role === 'polite' || (role === 'behind' && core > 0)) walk(next, core, hasObject, turns);
        else if (role === 'leads' && core === 0) walk(next, core, hasObject, turns || isTurned);
      }
    }
  };
  walk(0, 0, false);
  return best;
}

/** Whether it begins with plain words, or ends with them without a preceding negation. */
function saysPlainly(clause: Clause): boolean {
  for (const at of clause.keys()) {
    const plain = entriesAt(clause, at).filter(({ roles }) => roles.has('plain'));
    if (plain.length === 0) continue;
    const before = clause.slice(0, at);
    if (isMadeOf(before, ['polite', 'leads']) && !endsWithRefusal(before)) return true;
    const isTurned = before.some((_, n) => entriesAt(before, n).some(({ roles }) => roles.has('blockers')));
    const rests = plain.map(({ words }) => clause.slice(at + words.length));
    if (!isTurned && rests.some((rest) => isMadeOf(rest, ['polite', 'behind', 'objects', 'objectsBehind'])))
      return true;
  }
  return false;
}

/** Whether the last words are like "I do not want", which negates the following words. */
function endsWithRefusal(words: Clause): boolean {
  return words.some((_, at) =>
    entriesAt(words, at).some(
      ({ words: some, roles }) =>
        roles.has('blockers') && some.length > 1 && at + some.length === words.length,
    ),
  );
}

/** Whether words are a sequence of entries in these roles. An empty sequence counts. */
function isMadeOf(words: Clause, roles: readonly Role[], from = 0): boolean {
  if (from === words.length) return true;
  return entriesAt(words, from).some(
    (entry) =>
      roles.some((role) => entry.roles.has(role)) && isMadeOf(words, roles, from + entry.words.length),
  );
}

/** The entries at a position, longest first. */
function entriesAt(words: Clause, at: number): Entry[] {
  const first = lexicon.get(words[at] ?? '') ?? [];
  return first.filter((entry) => entry.words.every((word, n) => word === words[at + n]));
}

/** All entries by their first word, longest first. */
function compiled(): Map<string, Entry[]> {
  const entries = new Map<string, Entry>();
  const add = (text: string | undefined, role: Role): void => {
    for (const phrase of (text ?? '').split('|')) {
      const folded = fold(phrase);
      if (folded === '') continue;
      const entry = entries.get(folded) ?? { words: folded.split(' '), roles: new Set<Role>() };
      entry.roles.add(role);
      entries.set(folded, entry);
    }
  };
  for (const vocabulary of Object.values(vocabularies))
    for (const role of Object.keys(vocabulary) as (keyof typeof vocabulary)[]) add(vocabulary[role], role);
  for (const labels of Object.values(promotionButtons)) add(labels, 'stop');
  add(stopTypos, 'weak');
  add(startKeywords, 'start');
  add(helpKeywords, 'help');
  const byFirst = Map.groupBy(entries.values(), ({ words: [first = ''] }) => first);
  for (const some of byFirst.values()) some.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

const knownWords = new Set([...lexicon.values()].flat().flatMap(({ words }) => words));

/**
 * A word in the vocabulary's spelling: with repeated letters, joined with the next word, or misspelled; otherwise
 * unchanged.
 */
function corrected(word: string): string[] {
  if (knownWords.has(word)) return [word];
  for (const times of ['$1', '$1$1']) {
    const once = word.replace(/(\p{L})\1{2,}/gu, times);
    if (knownWords.has(once)) return [once];
  }
  return runTogether(word) ?? [misspelled(word) ?? word];
}

/** Splits words such as "stopplease" into two. Null: the word isn't such a combination. */
function runTogether(word: string): string[] | null {
  if (word.length < 6 || word.length > 40 || !/^[a-z]+$/.test(word)) return null;
  const opens = (first: string) =>
    lexicon
      .get(first)
      ?.some(
        ({ words, roles }) =>
          words.length === 1 && ['stop', 'plain', 'polite'].some((role) => roles.has(role as Role)),
      );
  const parts = (rest: string, most: number): string[] | null => {
    if (rest === '') return [];
    if (most === 0) return null;
    for (let end = rest.length; end >= 2; end--) {
      const first = rest.slice(0, end);
      if (!knownWords.has(first)) continue;
      const more = parts(rest.slice(end), most - 1);
      if (more) return [first, ...more];
    }
    return null;
  };
  for (let end = word.length - 2; end >= 3; end--) {
    const first = word.slice(0, end);
    const more = opens(first) ? parts(word.slice(end), 3) : null;
    if (more) return [first, ...more];
  }
  return null;
}

/** The nearest word of the vocabulary. Null: no word is near, or two words with different meanings are equally near. */
function misspelled(word: string): string | null {
  const most = MISSPELT.findLast(({ from }) => word.length >= from)?.errors ?? 0;
  let nearest: { word: string; errors: number } | null = null;
  for (const known of spellings) {
    if (Math.abs(known.length - word.length) > most || known.length < MISSPELT[0].from) continue;
    const allowed = Math.min(most, MISSPELT.findLast(({ from }) => known.length >= from)?.errors ?? 0);
    const errors = distance(word, known, allowed);
    if (errors <= allowed && errors < (nearest?.errors ?? Infinity)) nearest = { word: known, errors };
  }
  return nearest?.word ?? null;
}

/**
 * Letters that are wrong, missing, added, or swapped with their neighbor (optimal string alignment); beyond `most`, any
 * higher number.
 */
function distance(a: string, b: string, most: number): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? most + 1;
}
