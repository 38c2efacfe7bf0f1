import type { Schemas } from '@carillon/sdk';

export type Conditions = Schemas['SegmentConditions'];
/** A condition with a subject, in contrast to `all`, `any`, and `not`. */
export type Condition = Exclude<Conditions, { all: unknown } | { any: unknown } | { not: unknown }>;
export type DayRange = Schemas['DayRange'];
export type AttributeCondition = Extract<Condition, { attribute: string }>;
export type BehaviorCondition = Extract<Condition, { did: unknown }>;
export type AttributeType = Schemas['Attribute']['type'];

export type Join = 'all' | 'any';

/** A condition in the builder. While it is being entered, it can lack values. */
export interface Row {
  key: number;
  isNot: boolean;
  condition: Condition;
}

/** Conditions that are joined before the others. */
export interface Block {
  key: number;
  join: Join;
  rows: Row[];
}

/** What the builder shows: conditions, and blocks of conditions one level deep. */
export interface Built {
  join: Join;
  items: (Row | Block)[];
}

export const conditionKinds = [
  ...(['attribute', 'did', 'group', 'channel', 'country', 'locale', 'joined'] as const),
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

export const operators = ['is', 'contains', 'startsWith', 'number', 'date', 'exists'] as const;
export type Operator = (typeof operators)[number];

/** The comparisons that fit a declared type. Values of an attribute without a type can have any type. */
const operatorsOf: Readonly<Record<NonNullable<AttributeType>, readonly Operator[]>> = {
  text: ['is', 'contains', 'startsWith', 'exists'],
  list: ['is', 'contains', 'startsWith', 'exists'],
  number: ['is', 'number', 'exists'],
  boolean: ['is', 'exists'],
  date: ['date', 'exists'],
};

export function operatorsFor(type: AttributeType): readonly Operator[] {
  return type === null ? operators : operatorsOf[type];
}

let lastKey = 0;
/** A key for a list in React. */
const newKey = (): number => ++lastKey;

export function newRow(condition: Condition = blankCondition('attribute'), isNot = false): Row {
  return { key: newKey(), isNot, condition };
}

export function newBlock(join: Join, rows: Row[] = [newRow()]): Block {
  return { key: newKey(), join, rows };
}

export function kindOf(condition: Condition): ConditionKind {
  return conditionKinds.find((kind) => kind in condition) ?? 'attribute';
}

export function operatorOf(condition: AttributeCondition): Operator {
  return operators.find((operator) => operator in condition) ?? 'is';
}

const DAYS = 30;

/** The condition that the builder starts with after its kind is chosen. */
export function blankCondition(kind: ConditionKind): Condition {
  switch (kind) {
    case 'attribute':
      return { attribute: '', is: [] };
    case 'did':
      return { did: 'OPENED', inLastDays: DAYS };
    case 'group':
      return { group: '' };
    case 'channel':
      return { channel: 'EMAIL' };
    case 'country':
      return { country: [] };
    case 'locale':
      return { locale: [] };
    case 'joined':
      return { joined: { inLastDays: DAYS } };
  }
}

export function blankComparison(attribute: string, operator: Operator): AttributeCondition {
  switch (operator) {
    case 'is':
      return { attribute, is: [] };
    case 'contains':
      return { attribute, contains: '' };
    case 'startsWith':
      return { attribute, startsWith: '' };
    case 'number':
      return { attribute, number: {} };
    case 'date':
      return { attribute, date: { inLastDays: DAYS } };
    case 'exists':
      return { attribute, exists: true };
  }
}

/** Chooses another attribute. The comparison stays if it fits the type of the attribute. */
export function withAttribute(
  condition: AttributeCondition,
  attribute: string,
  type: AttributeType,
): AttributeCondition {
  const fitting = operatorsFor(type);
  const operator = operatorOf(condition);
  // The values belong to the previous attribute.
  return blankComparison(attribute, fitting.includes(operator) ? operator : (fitting[0] ?? 'is'));
}

/**
 * The values that a typed text stands for. Without a declared type, `3` can be stored as a number or as text, so the
 * text stands for both.
 * @returns empty: the text isn't a value of the type
 */
export function valuesOf(text: string, type: AttributeType): (string | number | boolean)[] {
  const typed = text.trim();
  const asNumber = typed !== '' && Number.isFinite(Number(typed)) ? [Number(typed)] : [];
  const asBoolean = typed === 'true' ? [true] : typed === 'false' ? [false] : [];
  if (type === 'number') return asNumber;
  if (type === 'boolean') return asBoolean;
  if (type !== null) return [typed];
  // Other spellings, such as 007, are only text.
  return [typed, ...asNumber.filter((number) => String(number) === typed), ...asBoolean];
}

/** The values as the builder shows them: each text once. */
export function textsOf(values: readonly (string | number | boolean)[]): string[] {
  return [...new Set(values.map(String))];
}

/** Builds the conditions that the API takes. */
export function conditionsOf({ join, items }: Built): Conditions {
  const built = items.map((item) =>
    'rows' in item ? joined(item.join, item.rows.map(negated)) : negated(item),
  );
  return joined(join, built);
}

function joined(join: Join, conditions: Conditions[]): Conditions {
  return join === 'all' ? { all: conditions } : { any: conditions };
}

function negated({ isNot, condition }: Row): Conditions {
  return isNot ? { not: condition } : condition;
}

/** @returns null if the builder can't show the conditions, because they are nested deeper */
export function builtOf(conditions: Conditions): Built | null {
  const row = rowOf(conditions);
  if (row) return { join: 'all', items: [row] };
  const top = listOf(conditions);
  if (!top) return null;
  const items = top.conditions.map((each) => rowOf(each) ?? blockOf(each));
  return items.includes(null) ? null : { join: top.join, items: items.filter((item) => item !== null) };
}

function blockOf(conditions: Conditions): Block | null {
  const list = listOf(conditions);
  const rows = list?.conditions.map(rowOf);
  if (!list || !rows || rows.includes(null)) return null;
  return newBlock(
    list.join,
    rows.filter((row) => row !== null),
  );
}

function rowOf(conditions: Conditions): Row | null {
  const isNot = 'not' in conditions;
  const inner = isNot ? conditions.not : conditions;
  // The builder has no field for the number of a link.
  if ('all' in inner || 'any' in inner || 'not' in inner || 'link' in inner) return null;
  return newRow(inner, isNot);
}

function listOf(conditions: Conditions): { join: Join; conditions: Conditions[] } | null {
  if ('all' in conditions) return { join: 'all', conditions: conditions.all };
  return 'any' in conditions ? { join: 'any', conditions: conditions.any } : null;
}

/** Whether all conditions have the values that they need. The API checks the details. */
export function isFilled({ items }: Built): boolean {
  return items.every((item) =>
    'rows' in item ? item.rows.length > 0 && item.rows.every(hasValues) : hasValues(item),
  );
}

function hasValues({ condition }: Row): boolean {
  if ('attribute' in condition) return condition.attribute !== '' && hasComparison(condition);
  if ('did' in condition) return [condition.inLastDays ?? 0, atLeastOf(condition)].every(Number.isFinite);
  if ('group' in condition) return condition.group !== '';
  if ('country' in condition) return condition.country.length > 0;
  if ('locale' in condition) return condition.locale.length > 0;
  return 'joined' in condition ? hasDays(condition.joined) : true;
}

function hasComparison(condition: AttributeCondition): boolean {
  if ('is' in condition) return condition.is.length > 0;
  if ('contains' in condition) return condition.contains !== '';
  if ('startsWith' in condition) return condition.startsWith !== '';
  if ('number' in condition) return condition.number.from !== undefined || condition.number.to !== undefined;
  return 'date' in condition ? hasDays(condition.date) : true;
}

function hasDays(days: DayRange): boolean {
  if ('inLastDays' in days) return Number.isFinite(days.inLastDays);
  if ('inNextDays' in days) return Number.isFinite(days.inNextDays);
  return days.from !== undefined || days.to !== undefined;
}

/** The minimum number of campaigns. */
export function atLeastOf(condition: BehaviorCondition): number {
  return 'atLeast' in condition ? (condition.atLeast ?? 1) : 1;
}
