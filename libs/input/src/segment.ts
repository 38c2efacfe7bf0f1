import { type FieldError, behaviors, channels } from '@carillon/contracts';
import { isLongerThan, isRecord, issue, unfitCharacters, within } from './rules';

/** The limits of the conditions of a segment. `cost`: see `costOf`. */
export const segmentLimits = {
  conditions: 100,
  depth: 6,
  values: 200,
  text: 200,
  name: 64,
  days: 36_500,
  times: 1_000,
  cost: 100,
} as const;

/** What a condition costs, roughly in the time that it takes for each person. */
const costs = { attribute: 1, contains: 3, group: 3, channel: 10, did: 5 } as const;

const ID = /^[0-9a-f]{24}$/;

/** The issues of the conditions of a segment, with the path to each. */
export function segmentIssues(tree: unknown): FieldError[] {
  const count = { conditions: 0, cost: 0 };
  const issues = issuesOf(tree, 1, count);
  if (issues.length > 0) return issues;
  if (count.conditions > segmentLimits.conditions)
    return issue('too_many', `Can have at most ${segmentLimits.conditions} conditions`);
  if (count.cost > segmentLimits.cost)
    return issue(
      'too_big',
      `The conditions cost ${count.cost}, and can cost at most ${segmentLimits.cost}: a text search or a group costs 3, ` +
        'a behavior 5, a channel 10, any other condition 1',
    );
  return [];
}

function issuesOf(tree: unknown, depth: number, count: { conditions: number; cost: number }): FieldError[] {
  if (!isRecord(tree)) return issue('wrong_type', 'Must be an object');
  const [kind] = ['all', 'any', 'not'].filter((name) => name in tree);
  if (kind === undefined) {
    count.conditions += 1;
    count.cost += costOf(tree);
    return conditionIssues(tree);
  }
  if (depth > segmentLimits.depth)
    return issue('too_complex', `Can be nested at most ${segmentLimits.depth} levels deep`);
  const others = unknownFields(tree, [kind]);
  if (others.length > 0) return others;
  const inner = tree[kind];
  if (kind === 'not') return within(kind, issuesOf(inner, depth + 1, count));
  if (!Array.isArray(inner)) return issue('wrong_type', 'Must be an array', kind);
  if (inner.length > segmentLimits.conditions)
    return issue('too_many', `Can have at most ${segmentLimits.conditions} conditions`, kind);
  return inner.flatMap((each, index) => within(`${kind}.${index}`, issuesOf(each, depth + 1, count)));
}

function costOf(condition: Record<string, unknown>): number {
  if ('contains' in condition || 'startsWith' in condition) return costs.contains;
  if ('group' in condition) return costs.group;
  if ('channel' in condition) return costs.channel;
  return 'did' in condition ? costs.did : costs.attribute;
}

/** The check of each field, by the subject of the condition. */
const subjects: Readonly<Record<string, (condition: Record<string, unknown>) => FieldError[]>> = {
  attribute: attributeIssues,
  group: (condition) => [...unknownFields(condition, ['group']), ...idIssues(condition, 'group')],
  channel: (condition) => [
    ...unknownFields(condition, ['channel']),
    ...oneOf(condition.channel, channels, 'channel'),
  ],
  country: (condition) => listIssues(condition, 'country'),
  locale: (condition) => listIssues(condition, 'locale'),
  joined: (condition) => [
    ...unknownFields(condition, ['joined']),
    ...within('joined', dayIssues(condition.joined)),
  ],
  did: behaviorIssues,
};

function conditionIssues(condition: Record<string, unknown>): FieldError[] {
  const names = Object.keys(subjects).filter((name) => name in condition);
  const [subject] = names;
  const check = subject === undefined ? undefined : subjects[subject];
  if (!check || names.length > 1)
    return issue(
      'not_allowed',
      `Must have exactly one of all, any, not, ${Object.keys(subjects).join(', ')}`,
    );
  return check(condition);
}

const operators = ['is', 'contains', 'startsWith', 'number', 'date', 'exists'] as const;

function attributeIssues(condition: Record<string, unknown>): FieldError[] {
  const given = operators.filter((name) => name in condition);
  const [operator] = given;
  if (operator === undefined || given.length > 1)
    return issue('not_allowed', `Must have exactly one of ${operators.join(', ')}`);
  return [
    ...unknownFields(condition, ['attribute', operator]),
    ...textIssues(condition.attribute, 'attribute', segmentLimits.name),
    ...operatorIssues(operator, condition[operator]),
  ];
}

function operatorIssues(operator: (typeof operators)[number], value: unknown): FieldError[] {
  switch (operator) {
    case 'is':
      return valuesIssues(value);
    case 'contains':
    case 'startsWith':
      return textIssues(value, operator, segmentLimits.text);
    case 'number':
      return within('number', numberIssues(value));
    case 'date':
      return within('date', dayIssues(value));
    case 'exists':
      return value === true ? [] : issue('not_allowed', 'Must be true', 'exists');
  }
}

function valuesIssues(values: unknown): FieldError[] {
  return arrayIssues(values, 'is', (value) => {
    if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return [];
    if (typeof value !== 'string') return issue('wrong_type', 'Must be a string, a number, or a boolean');
    if (isLongerThan(value, segmentLimits.text))
      return issue('too_long', `Can have at most ${segmentLimits.text} characters`);
    return unfitCharacters(value);
  });
}

function numberIssues(range: unknown): FieldError[] {
  return rangeIssues(range, (end) =>
    typeof end === 'number' && Number.isFinite(end) ? [] : issue('wrong_type', 'Must be a number'),
  );
}

function dayIssues(range: unknown): FieldError[] {
  if (!isRecord(range)) return issue('wrong_type', 'Must be an object');
  for (const name of ['inLastDays', 'inNextDays'])
    if (name in range)
      return [...unknownFields(range, [name]), ...countIssues(range[name], name, 0, segmentLimits.days)];
  return rangeIssues(range, (end) =>
    typeof end === 'string' && isDay(end) ? [] : issue('invalid_time', 'Must be a day, such as 2026-11-28'),
  );
}

/** A range needs at least one end. */
function rangeIssues(range: unknown, endIssues: (end: unknown) => FieldError[]): FieldError[] {
  if (!isRecord(range)) return issue('wrong_type', 'Must be an object');
  const { from, to } = range;
  if (from === undefined && to === undefined) return issue('required', 'Must have from, to, or both');
  return [
    ...unknownFields(range, ['from', 'to']),
    ...(from === undefined ? [] : within('from', endIssues(from))),
    ...(to === undefined ? [] : within('to', endIssues(to))),
  ];
}

/** A day that exists. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const codes = {
  country: [/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 country, such as DE'],
  locale: [/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Must be a BCP 47 language tag, such as de or pt-BR'],
} as const;

function listIssues(condition: Record<string, unknown>, name: keyof typeof codes): FieldError[] {
  const [form, detail] = codes[name];
  return [
    ...unknownFields(condition, [name]),
    ...arrayIssues(condition[name], name, (value) =>
      typeof value === 'string' && form.test(value) ? [] : issue('not_allowed', detail),
    ),
  ];
}

function behaviorIssues(condition: Record<string, unknown>): FieldError[] {
  const { did, campaignId, inLastDays, atLeast, link } = condition;
  const isOfLink = link !== undefined && (did !== 'CLICKED' || campaignId === undefined);
  return [
    ...unknownFields(condition, ['did', 'campaignId', 'inLastDays', 'atLeast', 'link']),
    ...oneOf(did, behaviors, 'did'),
    ...(campaignId === undefined ? [] : idIssues(condition, 'campaignId')),
    ...(inLastDays === undefined ? [] : countIssues(inLastDays, 'inLastDays', 0, segmentLimits.days)),
    ...(atLeast === undefined ? [] : countIssues(atLeast, 'atLeast', 1, segmentLimits.times)),
    ...(atLeast !== undefined && campaignId !== undefined
      ? issue('not_allowed', 'Only allowed without campaignId', 'atLeast')
      : []),
    ...(link === undefined ? [] : countIssues(link, 'link', 0, 1_000)),
    ...(isOfLink ? issue('not_allowed', 'Only allowed for CLICKED with campaignId', 'link') : []),
  ];
}

function unknownFields(value: object, known: readonly string[]): FieldError[] {
  return Object.keys(value).flatMap((name) =>
    known.includes(name) ? [] : issue('unknown_field', 'Unknown field', name),
  );
}

function oneOf(value: unknown, allowed: readonly string[], field: string): FieldError[] {
  return typeof value === 'string' && allowed.includes(value)
    ? []
    : issue('not_allowed', `Must be one of ${allowed.join(', ')}`, field);
}

function idIssues(condition: Record<string, unknown>, field: string): FieldError[] {
  const value = condition[field];
  return typeof value === 'string' && ID.test(value)
    ? []
    : issue('invalid_id', 'Must be an ID: 24 lowercase hexadecimal digits', field);
}

function countIssues(value: unknown, field: string, min: number, max: number): FieldError[] {
  if (!Number.isInteger(value)) return issue('wrong_type', 'Must be an integer', field);
  if ((value as number) < min) return issue('too_small', `Must be at least ${min}`, field);
  return (value as number) > max ? issue('too_big', `Must be at most ${max}`, field) : [];
}

function textIssues(value: unknown, field: string, max: number): FieldError[] {
  if (typeof value !== 'string') return issue('wrong_type', 'Must be a string', field);
  if (value === '') return issue('empty', 'Must not be empty', field);
  if (isLongerThan(value, max)) return issue('too_long', `Can have at most ${max} characters`, field);
  return within(field, unfitCharacters(value));
}

function arrayIssues(
  value: unknown,
  field: string,
  itemIssues: (item: unknown) => FieldError[],
): FieldError[] {
  if (!Array.isArray(value)) return issue('wrong_type', 'Must be an array', field);
  if (value.length === 0) return issue('empty', 'Must not be empty', field);
  if (value.length > segmentLimits.values)
    return issue('too_many', `Can have at most ${segmentLimits.values} values`, field);
  return value.flatMap((item, index) => within(`${field}.${index}`, itemIssues(item)));
}
