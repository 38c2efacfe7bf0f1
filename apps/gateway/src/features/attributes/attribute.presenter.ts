import { type Attribute, attributeChanges, attributeTypes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, OneOf, OrNull, Text, View, presenter } from '../../openapi/view';

export const AttributeView = View('Attribute', {
  name: Text('birthday'),
  label: OrNull(Text('Date of birth'), { description: 'The name that people see' }),
  type: OrNull(OneOf(attributeTypes), {
    description: 'The declared type. Null: values keep the type in which they are sent',
    examples: ['date'],
  }),
  people: Count(3, {
    description: 'The number of people who have the attribute; at least this number if `isComplete` is false',
  }),
  fillRate: OrNull(Type.Number({ minimum: 0, maximum: 1 }), {
    description: 'The share of all people; null: not all people were counted',
    examples: [0.75],
  }),
  isComplete: Type.Boolean({ description: 'false: counting would have taken too long', examples: [true] }),
  examples: Type.Array(Type.String(), { description: 'Frequent values', examples: [['1990-05-01']] }),
  misfits: Count(0, {
    description: 'The number of people whose value does not have the type, and is stored as text',
  }),
  converting: OrNull(
    View('AttributeConversion', {
      change: OneOf(attributeChanges, {
        description: 'TYPE: values get another type. NAME: they get another name. DELETION: they are removed',
      }),
      done: Count(1_000, { description: 'The number of people who are done' }),
      total: Count(20_000),
    }),
    { description: 'The change of stored values that is not completed' },
  ),
});

export const presentAttribute = presenter(AttributeView, (attribute: Attribute) => attribute);

export const AttributeValuesView = View('AttributeValues', {
  values: Type.Array(
    View('AttributeValueCount', {
      value: Text('Oslo'),
      people: Count(12, { description: 'The number of people who have this value' }),
    }),
    { description: 'The most frequent values first' },
  ),
  isComplete: Type.Boolean({ description: 'false: some people were not counted', examples: [true] }),
});
