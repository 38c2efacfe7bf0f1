import { ID_PATTERN, type SegmentTree, behaviors, channels } from '@carillon/contracts';
import { segmentIssues, segmentLimits } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, type JsonSchema, OptionalNotNull, type Rule } from '../../http/input/rule';
import { IsText, LINE_PATTERN } from '../../http/input/texts';

const { conditions, values, text, name, days, times } = segmentLimits;

function exactly(
  properties: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

const range = (end: JsonSchema): JsonSchema => ({ ...exactly({}, { from: end, to: end }), minProperties: 1 });
const count = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 1, maxItems: values });
const line = { type: 'string', pattern: LINE_PATTERN };
const id = { type: 'string', pattern: ID_PATTERN };
const dayRange: JsonSchema = {
  $id: 'DayRange',
  description: 'Days in UTC, both ends included. `inLastDays: 7` is today and the seven days before',
  anyOf: [
    range({ type: 'string', format: 'date', examples: ['2026-01-31'] }),
    exactly({ inLastDays: count(0, days) }),
    exactly({ inNextDays: count(0, days) }),
  ],
};
const attribute = { ...line, minLength: 1, maxLength: name, examples: ['city'] };
const searched = { ...line, minLength: 1, maxLength: text };
const ofAttribute = (operator: Record<string, JsonSchema>): JsonSchema => exactly({ attribute, ...operator });
const nested = { $ref: '#/components/schemas/SegmentConditions' };
const several = { type: 'array', items: nested, maxItems: conditions };
const inDays = { inLastDays: count(0, days) };

/** The conditions of a segment, as JSON Schema. */
export const conditionsSchema: JsonSchema = {
  $id: 'SegmentConditions',
  description: 'Conditions on people, nested at most six levels deep. `all` of nothing matches everyone',
  anyOf: [
    exactly({ all: several }),
    exactly({ any: several }),
    exactly({ not: nested }),
    ofAttribute({
      is: list({ anyOf: [{ ...line, maxLength: text }, { type: 'number' }, { type: 'boolean' }] }),
    }),
    ofAttribute({ contains: searched }),
    ofAttribute({ startsWith: searched }),
    ofAttribute({ number: range({ type: 'number' }) }),
    ofAttribute({ date: dayRange }),
    ofAttribute({ exists: { const: true } }),
    exactly({ group: id }),
    exactly({ channel: { type: 'string', enum: channels } }),
    exactly({ country: list({ type: 'string', pattern: '^[A-Z]{2}$', examples: ['DE'] }) }),
    exactly({
      locale: list({ type: 'string', pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', examples: ['de'] }),
    }),
    exactly({ joined: dayRange }),
    exactly(
      { did: { type: 'string', enum: behaviors } },
      { campaignId: id, ...inDays, atLeast: count(1, times) },
    ),
    exactly({ did: { const: 'CLICKED' }, campaignId: id, link: count(0, 1_000) }, inDays),
  ],
  examples: [{ all: [{ attribute: 'city', is: ['Oslo'] }, { not: { country: ['SE'] } }] }],
};

const conditionsRule: Rule = { schema: conditionsSchema, issues: (value) => segmentIssues(value) };

const IsName = applyDecorators(ApiProperty({ examples: ['People in Oslo'] }), IsText({ max: 100 }));
const IsConditions = Holds('isConditions', conditionsRule);

export class CreateSegment {
  @IsName readonly name!: string;
  @IsConditions readonly conditions!: SegmentTree;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateSegment {
  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @IsConditions
  @OptionalNotNull()
  readonly conditions?: SegmentTree;
}

export class PreviewSegment {
  @IsConditions readonly conditions!: SegmentTree;
}
