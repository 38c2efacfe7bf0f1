import { Buffer } from 'node:buffer';
import {
  AppError,
  type AttributeType,
  type Channel,
  type ColumnOptions,
  type FieldError,
  attributeTypes,
  channels,
  columnRules,
} from '@carillon/contracts';
import { formsOf, isRecord, issue, keyIssues, parseJson, within } from '@carillon/input';
import { type JsonSchema, type Rule, stringRule } from '../../http/input/rule';

/** A URL has a limited length, so only columns that differ from the rule of the file are named. */
const MAX_BYTES = 8 * 1024;
/** The number and the length (characters) of values that mean an opt-out. */
const MOST_VALUES = 50;
const LONGEST_VALUE = 100;
const allowed: Readonly<Record<string, readonly string[]>> = { type: attributeTypes, rule: columnRules };

/**
 * How to read the columns of a file, as JSON: `{"Birthday": {"type": "date", "form": "dmy", "rule": "fill"}}`, or
 * `{"Newsletter": {"optedOut": {"channel": "EMAIL", "values": ["no"]}}}`.
 */
export const columnsRule: Rule = stringRule(
  { maxLength: MAX_BYTES, examples: ['{"birthday":{"type":"date","form":"dmy","rule":"fill"}}'] },
  (text) => {
    if (Buffer.byteLength(text) > MAX_BYTES) return issue('too_big', `Can have at most ${MAX_BYTES} bytes`);
    return columnsIssues(parsed(text));
  },
);

export type ColumnOptionsInput = Readonly<Record<string, Omit<ColumnOptions, 'name'>>>;

export const columnsSchema: JsonSchema = {
  $id: 'ImportColumns',
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    // A column with consents has no other options.
    not: { properties: { optedOut: {} }, required: ['optedOut'], minProperties: 2 },
    properties: {
      type: { type: 'string', enum: attributeTypes },
      form: { type: 'string' },
      rule: { type: 'string', enum: columnRules },
      optedOut: {
        type: 'object',
        description: 'The values of the column that mean that a person opted out of the channel.',
        additionalProperties: false,
        required: ['channel', 'values'],
        properties: {
          channel: { type: 'string', enum: channels },
          values: {
            type: 'array',
            minItems: 1,
            maxItems: MOST_VALUES,
            items: { type: 'string', pattern: '\\S', maxLength: LONGEST_VALUE },
          },
        },
      },
    },
  },
  examples: [
    {
      birthday: { type: 'date', form: 'dmy', rule: 'fill' },
      newsletter: { optedOut: { channel: 'EMAIL', values: ['no'] } },
    },
  ],
};

/** The issues of options by the name of their column. */
export function columnsIssues(columns: unknown): FieldError[] {
  if (!isRecord(columns)) return issue('wrong_type', 'Must be an object of columns');
  if (Buffer.byteLength(JSON.stringify(columns)) > MAX_BYTES)
    return issue('too_big', `Can have at most ${MAX_BYTES} bytes as JSON`);
  return Object.entries(columns).flatMap(([name, options]) => {
    const wrongName = keyIssues(name);
    return wrongName.length > 0 ? wrongName : within(name, issuesOf(options));
  });
}

/** The options of valid text. */
export function columnOptions(text: string): ColumnOptions[] {
  return optionsOf(parsed(text) as ColumnOptionsInput);
}

export function optionsOf(columns: ColumnOptionsInput): ColumnOptions[] {
  return Object.entries(columns).map(([name, { type, form, rule, optedOut }]) => ({
    name,
    ...(type !== undefined && { type }),
    ...(form !== undefined && { form }),
    ...(rule !== undefined && { rule }),
    ...(optedOut !== undefined && { optedOut }),
  }));
}

function parsed(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function issuesOf(options: unknown): FieldError[] {
  if (!isRecord(options)) return issue('wrong_type', 'Must be an object');
  const forms = formsOf(options.type as AttributeType | undefined);
  return Object.entries(options).flatMap(([field, value]) => {
    if (field === 'optedOut') return within(field, optedOutIssues(value, options));
    const values = field === 'form' ? forms : allowed[field];
    if (!values) return issue('unknown_field', 'Unknown field', field);
    if (typeof value !== 'string') return issue('wrong_type', 'Must be a string', field);
    const detail = values.length === 0 ? 'This type has no forms' : `Must be one of ${values.join(', ')}`;
    return values.includes(value) ? [] : issue('not_allowed', detail, field);
  });
}

/** A column with consents isn't stored, so it has no other options. */
function optedOutIssues(optedOut: unknown, options: Record<string, unknown>): FieldError[] {
  if (Object.keys(options).length > 1) return issue('conflict', 'Must be the only option of the column');
  if (!isRecord(optedOut)) return issue('wrong_type', 'Must be an object');
  const unknown = Object.keys(optedOut).filter((field) => field !== 'channel' && field !== 'values');
  if (unknown.length > 0) return unknown.flatMap((field) => issue('unknown_field', 'Unknown field', field));
  const { channel, values } = optedOut;
  const issues: FieldError[] = [];
  if (channel === undefined) issues.push(...issue('required', 'Is required', 'channel'));
  else if (!channels.includes(channel as Channel))
    issues.push(...issue('not_allowed', `Must be one of ${channels.join(', ')}`, 'channel'));
  return [...issues, ...within('values', valuesIssues(values))];
}

function valuesIssues(values: unknown): FieldError[] {
  if (values === undefined) return issue('required', 'Is required');
  if (!Array.isArray(values)) return issue('wrong_type', 'Must be a list');
  if (values.length === 0) return issue('too_short', 'Must have at least one value');
  if (values.length > MOST_VALUES) return issue('too_many', `Can have at most ${MOST_VALUES} values`);
  return values.flatMap((value: unknown, index) => {
    if (typeof value !== 'string') return issue('wrong_type', 'Must be a string', String(index));
    if (value.trim() === '') return issue('required', 'Must not be empty', String(index));
    return Array.from(value).length > LONGEST_VALUE
      ? issue('too_long', `Can have at most ${LONGEST_VALUE} characters`, String(index))
      : [];
  });
}
