import { extraDataFindings, extraDataLimits } from '@carillon/input';
import { Type } from '@sinclair/typebox';
import { type Rule, rule } from './rule';
import { LINE_PATTERN } from './text';

const key = Type.String({ minLength: 1, maxLength: extraDataLimits.key, pattern: LINE_PATTERN });

/** What may stand in extra data. A schema cannot say how deep it may be, and need not: who nests so deep, means to. */
const Fact = Type.Recursive(
  (Fact) =>
    Type.Union([
      Type.String({ pattern: LINE_PATTERN }),
      Type.Number(),
      Type.Boolean(),
      Type.Null(),
      Type.Array(Fact),
      Type.Unsafe({
        type: 'object',
        additionalProperties: Fact,
        propertyNames: key,
        maxProperties: extraDataLimits.keys,
      }),
    ]),
  { $id: 'Fact' },
);

const ExtraData = Type.Unsafe<Record<string, unknown>>({
  $id: 'ExtraData',
  type: 'object',
  description:
    'Facts about a subscriber, by which placeholders are filled: at most 16 KiB as JSON and 5 levels',
  additionalProperties: Fact,
  propertyNames: key,
  maxProperties: extraDataLimits.keys,
  examples: [{ name: 'Ann', address: { city: 'Oslo' } }],
});

/** Free-form facts about a subscriber: an object of at most 16 KiB as JSON, 5 levels and 100 keys per object. */
export const extraData: Rule = rule(ExtraData, extraDataFindings);
