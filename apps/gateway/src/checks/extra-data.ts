import { extraDataFindings, extraDataLimits } from '@carillon/input';
import { type ObjectOptions, type TSchema, Type } from '@sinclair/typebox';
import { type Rule, rule } from './rule';
import { LINE_PATTERN } from './text';

const key = Type.String({ minLength: 1, maxLength: extraDataLimits.key, pattern: LINE_PATTERN });

const Scalar = Type.Union(
  [Type.String({ pattern: LINE_PATTERN }), Type.Number(), Type.Boolean(), Type.Null()],
  {
    $id: 'Scalar',
  },
);

/** What may stand on a level of extra data, and what may stand below it. Levels have names, so that no schema is within itself. */
function factAt(level: number): TSchema {
  const below = level === extraDataLimits.depth ? Scalar : factAt(level + 1);
  return Type.Union([Scalar, Type.Array(below), objectOf(below)], { $id: `Level${level}` });
}

function objectOf(fact: TSchema, options: ObjectOptions = {}) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: fact,
    propertyNames: key,
    maxProperties: extraDataLimits.keys,
    ...options,
  });
}

const ExtraData = objectOf(factAt(2), {
  $id: 'ExtraData',
  description:
    'Facts about a subscriber, by which placeholders are filled: at most 16 KiB as JSON and 5 levels',
  examples: [{ name: 'Ann', address: { city: 'Oslo' } }],
});

/** Free-form facts about a subscriber: an object of at most 16 KiB as JSON, 5 levels and 100 keys per object. */
export const extraData: Rule = rule(ExtraData, extraDataFindings);
