import type {
  AttributeCondition,
  BehaviorCondition,
  Channel,
  Condition,
  SegmentTree,
} from '@carillon/contracts';
import type { PersonDocument } from '../identity';
import { instantsOf, isWithin } from './days';

/** The parts of a person that conditions read. */
export type Candidate = Pick<
  PersonDocument,
  '_id' | 'n' | 'channels' | 'attributes' | 'locale' | 'country' | 'createdAt'
>;

/** What conditions need to know besides the person itself. */
export interface Facts {
  /** The time of the evaluation. */
  asOf: Date;
  isMember(person: Candidate, groupId: string): boolean;
  isReachable(person: Candidate, channel: Channel): boolean;
  did(person: Candidate, condition: BehaviorCondition): boolean;
  /** False: the condition names something that no longer exists. */
  isKnown: (condition: Condition) => boolean;
}

/** Null: unknown, because a condition names something that no longer exists. Unknown people are neither in nor out. */
export type Outcome = boolean | null;

/** Whether a person matches. The meaning of segments: the database's filter is compared with it. */
export function evaluate(tree: SegmentTree, person: Candidate, facts: Facts): Outcome {
  if ('all' in tree) return everyOf(tree.all.map((each) => evaluate(each, person, facts)));
  if ('any' in tree) return not(everyOf(tree.any.map((each) => not(evaluate(each, person, facts)))));
  if ('not' in tree) return not(evaluate(tree.not, person, facts));
  return facts.isKnown(tree) ? holds(tree, person, facts) : null;
}

function everyOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes(false)) return false;
  return outcomes.includes(null) ? null : true;
}

const not = (outcome: Outcome): Outcome => (outcome === null ? null : !outcome);

function holds(condition: Condition, person: Candidate, facts: Facts): boolean {
  if ('attribute' in condition) return hasAttribute(condition, person, facts.asOf);
  if ('group' in condition) return facts.isMember(person, condition.group);
  if ('channel' in condition) return facts.isReachable(person, condition.channel);
  if ('did' in condition) return facts.did(person, condition);
  if ('country' in condition) return condition.country.includes(person.country ?? '');
  if ('locale' in condition) return condition.locale.some((language) => isIn(language, person.locale));
  return isWithin(instantsOf(condition.joined, facts.asOf), person.createdAt);
}

function isIn(language: string, locale = ''): boolean {
  return locale === language || locale.startsWith(`${language}-`);
}

type Value = NonNullable<PersonDocument['attributes']>[number]['v'];

function hasAttribute(condition: AttributeCondition, { attributes = [] }: Candidate, asOf: Date): boolean {
  const value = attributes.find(({ k }) => k === condition.attribute)?.v;
  if (value === undefined) return false;
  if ('exists' in condition) return true;
  if ('is' in condition) return condition.is.some((wanted) => isEqual(value, wanted));
  if ('contains' in condition) return matches(value, containing(condition.contains));
  if ('startsWith' in condition) return matches(value, startingWith(condition.startsWith));
  if ('number' in condition) {
    const { from = -Infinity, to = Infinity } = condition.number;
    return typeof value === 'number' && value >= from && value <= to;
  }
  return isDate(value) && isWithin(instantsOf(condition.date, asOf), value);
}

function isEqual(value: Value, wanted: string | number | boolean): boolean {
  if (Array.isArray(value)) return typeof wanted === 'string' && value.includes(wanted);
  if (isDate(value)) return value.getTime() === dateIn(wanted)?.getTime();
  return value === wanted;
}

function matches(value: Value, pattern: RegExp): boolean {
  if (Array.isArray(value)) return value.some((each) => pattern.test(each));
  return typeof value === 'string' && pattern.test(value);
}

function isDate(value: unknown): value is Date {
  return value instanceof Date;
}

/** The date that a text stands for: a day, or a time in ISO 8601. */
export function dateIn(wanted: string | number | boolean): Date | undefined {
  if (typeof wanted !== 'string' || !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/.test(wanted))
    return undefined;
  const date = new Date(wanted);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The patterns of a text in any letter case. In a filter of the database, they have the same meaning. */
export const containing = (text: string): RegExp => new RegExp(escaped(text), 'iu');
export const startingWith = (text: string): RegExp => new RegExp(`^${escaped(text)}`, 'iu');

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
