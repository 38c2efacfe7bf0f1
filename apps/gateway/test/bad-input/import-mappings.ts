import { type Case, posted } from './case';

const mapping = posted('/import-mappings');
const valid = { columns: ['E-Mail'], fields: { email: 'E-Mail' } };

export const wrongImportMappings: Case[] = [
  mapping('no columns', { ...valid, columns: [] }, 'columns', 'empty'),
  mapping('too many columns', { ...valid, columns: Array(201).fill('x') }, 'columns', 'too_many'),
  mapping('a long header', { ...valid, columns: ['x'.repeat(201)] }, 'columns.0', 'too_long'),
  mapping('no fields', { columns: ['E-Mail'] }, 'fields', 'required'),
  mapping('an unknown mapped field', { ...valid, fields: { fax: 'Fax' } }, 'fields.fax', 'unknown_field'),
  mapping('a field without a header', { ...valid, fields: { email: null } }, 'fields.email', 'wrong_type'),
  mapping('an unknown channel of all rows', { ...valid, everybody: 'fax' }, 'everybody', 'not_allowed'),
  mapping(
    'options of an unknown type',
    { ...valid, options: { a: { type: 'json' } } },
    'options.a.type',
    'not_allowed',
  ),
];
