import { type ImportMapping, attributeTypes, channels, columnRules } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, OrNull, Part, Text, Time, View } from '../../openapi/view';

export const ImportMappingView = View('ImportMapping', {
  columns: Type.Array(Text('E-Mail'), { description: 'The headers of the file' }),
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'The column of each field: email, phone, whatsapp, externalId, address, channel',
    examples: [{ email: 'E-Mail' }],
  }),
  everybody: OrNull(Text('email'), { description: 'The channel of all rows, if no column contains it' }),
  options: Type.Record(
    Type.String(),
    Part({
      type: Type.Optional(OneOf(attributeTypes)),
      form: Type.Optional(Text('dmy')),
      rule: Type.Optional(OneOf(columnRules)),
      optedOut: Type.Optional(Part({ channel: OneOf(channels), values: Type.Array(Text('UNSUBSCRIBED')) })),
    }),
    { description: 'How to read other columns', examples: [{ Geburtstag: { type: 'date', form: 'dmy' } }] },
  ),
  updatedAt: Time(),
});

export function presentMapping(mapping: ImportMapping): (typeof ImportMappingView)['static'] {
  const { columns, fields, everybody, options, updatedAt } = mapping;
  return {
    columns,
    fields: Object.fromEntries(fields.map(({ field, column }) => [field, column])),
    everybody: everybody ?? null,
    options: Object.fromEntries(options.map(({ name, ...rest }) => [name, rest])),
    updatedAt,
  };
}
