import { Buffer } from 'node:buffer';
import {
  AppError,
  type AttributeType,
  type ColumnOptions,
  type FieldError,
  attributeTypes,
  columnRules,
} from '@carillon/contracts';
import { formsOf, isRecord, issue, keyIssues, parseJson, within } from '@carillon/input';
import { type JsonSchema, type Rule, stringRule } from '../../http/input/rule';

/** A URL has a limited length, so only columns that differ from the rule of the file are named. */
const MAX_BYTES = 8 * 1024;
const allowed: Readonly<Record<string, readonly string[]>> = { type: attributeTypes, rule: columnRules };

/** How to read the columns of a file, as JSON: `{"Birthday": {"type": "date", "form": "dmy", "rule": "fill"}}`. */
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
    properties: {
      type: { type: 'string', enum: attributeTypes },
      form: { type: 'string' },
      rule: { type: 'string', enum: columnRules },
    },
  },
  examples: [{ birthday: { type: 'date', form: 'dmy', rule: 'fill' } }],
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
  return Object.entries(columns).map(([name, { type, form, rule }]) => ({
    name,
    ...(type !== undefined && { type }),
    ...(form !== undefined && { form }),
    ...(rule !== undefined && { rule }),
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
    const values = field === 'form' ? forms : allowed[field];
    if (!values) return issue('unknown_field', 'Unknown field', field);
    if (typeof value !== 'string') return issue('wrong_type', 'Must be a string', field);
    const detail = values.length === 0 ? 'This type has no forms' : `Must be one of ${values.join(', ')}`;
    return values.includes(value) ? [] : issue('not_allowed', detail, field);
  });
}
