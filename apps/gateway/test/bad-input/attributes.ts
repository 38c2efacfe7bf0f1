import type { Case } from './case';

const change = (name: string, body: object, field: string, code: string): Case => [
  name,
  'PATCH',
  '/attributes/city',
  body,
  field,
  code,
];

export const wrongAttributes: Case[] = [
  change('a change of nothing', {}, '', 'required'),
  change('an unknown type', { type: 'json' }, 'type', 'not_allowed'),
  change('a blank label', { label: ' ' }, 'label', 'empty'),
  change('a long label', { label: 'x'.repeat(101) }, 'label', 'too_long'),
  change('an empty name', { name: '' }, 'name', 'too_short'),
  change('a long name', { name: 'x'.repeat(65) }, 'name', 'too_long'),
  change('a name that is null', { name: null }, 'name', 'wrong_type'),
  change('a name with a line break', { name: 'a\nb' }, 'name', 'control_character'),
  change('an unknown field', { key: 'x' }, 'key', 'unknown_field'),
  [
    'a long search for values',
    'GET',
    `/attributes/city/values?search=${'x'.repeat(129)}`,
    undefined,
    'query.search',
    'too_long',
  ],
];
