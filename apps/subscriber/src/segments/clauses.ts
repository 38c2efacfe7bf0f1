import type { AttributeCondition, Condition, SegmentTree } from '@carillon/contracts';
import { type AttributeValue, dateText } from '@carillon/input';
import { type Candidate, type Facts, type Outcome, evaluate } from './evaluate';

/** What a person has for a condition. Null: no value. */
type ConditionValue = AttributeValue | null;

/** A part of conditions, with its outcome for a person. */
export interface Clause {
  depth: number;
  operator: 'all' | 'any' | 'not' | null;
  condition: Condition | null;
  outcome: Outcome;
  value: ConditionValue;
}

/** All parts of conditions in their order, each before its own parts. Each outcome is the one that `evaluate` has. */
export function clausesOf(tree: SegmentTree, person: Candidate, facts: Facts, depth = 0): Clause[] {
  const outcome = evaluate(tree, person, facts);
  const nested = (operator: 'all' | 'any' | 'not', parts: readonly SegmentTree[]): Clause[] => [
    { depth, operator, condition: null, outcome, value: null },
    ...parts.flatMap((part) => clausesOf(part, person, facts, depth + 1)),
  ];
  if ('all' in tree) return nested('all', tree.all);
  if ('any' in tree) return nested('any', tree.any);
  if ('not' in tree) return nested('not', [tree.not]);
  return [{ depth, operator: null, condition: tree, outcome, value: valueOf(tree, person, facts) }];
}

function valueOf(condition: Condition, person: Candidate, facts: Facts): ConditionValue {
  if ('attribute' in condition) return attributeOf(condition, person);
  if ('country' in condition) return person.country ?? null;
  if ('locale' in condition) return person.locale ?? null;
  if ('joined' in condition) return person.createdAt.toISOString();
  // Of a membership, a reachable channel, and behavior, only whether it is so is known.
  return facts.isKnown(condition) ? evaluate(condition, person, facts) : null;
}

function attributeOf({ attribute }: AttributeCondition, { attributes = [] }: Candidate): ConditionValue {
  const value = attributes.find(({ k }) => k === attribute)?.v ?? null;
  return value instanceof Date ? dateText(value) : value;
}
