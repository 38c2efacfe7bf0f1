import { ID } from '../examples';
import { type Case, posted } from './case';

const path = `/saved-filters/${ID}`;
const save = posted('/saved-filters');

export const wrongSavedFilters: Case[] = [
  save('a filter without a name', { status: 'SENT' }, 'name', 'required'),
  save('a filter with a blank name', { name: ' ' }, 'name', 'empty'),
  save('a filter with a long name', { name: 'x'.repeat(61) }, 'name', 'too_long'),
  save('a filter with an unknown status', { name: 'x', status: 'LATE' }, 'status', 'not_allowed'),
  save('a filter with a blank search', { name: 'x', search: ' ' }, 'search', 'empty'),
  save('a filter with a long search', { name: 'x', search: 'x'.repeat(101) }, 'search', 'too_long'),
  save('a filter with a long tag', { name: 'x', tag: 'x'.repeat(41) }, 'tag', 'too_long'),
  save('a filter with an unknown approval', { name: 'x', approval: 'LATE' }, 'approval', 'not_allowed'),
  save('a filter of an archive in a text', { name: 'x', archived: 'true' }, 'archived', 'wrong_type'),
  save('a filter of no archive', { name: 'x', archived: null }, 'archived', 'wrong_type'),
  save('a filter with a period', { name: 'x', since: '2026-03-01' }, 'since', 'unknown_field'),
  ['a name of null for a filter', 'PATCH', path, { name: null }, 'name', 'wrong_type'],
  ['a change of nothing in a filter', 'PATCH', path, {}, '', 'required'],
];
