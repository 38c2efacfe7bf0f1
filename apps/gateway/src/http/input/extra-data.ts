import { extraDataIssues, extraDataLimits } from '@carillon/input';
import { Holds, type JsonSchema } from './rule';
import { LINE_PATTERN } from './texts';

const key = { type: 'string', minLength: 1, maxLength: extraDataLimits.key, pattern: LINE_PATTERN };

const Scalar = {
  $id: 'Scalar',
  anyOf: [
    { type: 'string', pattern: LINE_PATTERN },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
  ],
};

/**
 * The schema of a level of extra data and of the levels below it. Levels have names, so that no schema contains itself.
 */
function factAt(level: number): JsonSchema {
  const below = level === extraDataLimits.depth ? Scalar : factAt(level + 1);
  return { $id: `Level${level}`, anyOf: [Scalar, { type: 'array', items: below }, objectOf(below)] };
}

function objectOf(fact: JsonSchema): JsonSchema {
  return {
    type: 'object',
    additionalProperties: fact,
    propertyNames: key,
    maxProperties: extraDataLimits.keys,
  };
}

export const extraDataRule = {
  schema: {
    ...objectOf(factAt(2)),
    $id: 'ExtraData',
    description:
      'Data about a subscriber that fills placeholders: at most 16 KiB as JSON, and at most 5 levels deep',
    examples: [{ name: 'Ann', address: { city: 'Oslo' } }],
  },
  issues: extraDataIssues,
};

/** Free-form data about a subscriber: an object of at most 16 KiB as JSON, 5 levels, and 100 keys per object. */
export const IsExtraData = (): PropertyDecorator => Holds('isExtraData', extraDataRule);
