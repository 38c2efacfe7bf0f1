import { ID } from '../examples';
import { type Case, got, posted } from './case';

const path = `/templates/${ID}`;
const create = posted('/templates');

export const wrongTemplates: Case[] = [
  create('a template without a name', { smsMessage: 'Hello' }, 'name', 'required'),
  create('a template whose name is null', { name: null, smsMessage: 'Hello' }, 'name', 'wrong_type'),
  create('a long name', { name: 'x'.repeat(256), smsMessage: 'Hello' }, 'name', 'too_long'),
  create('a template with groups', { name: 'News', groups: [ID] }, 'groups', 'unknown_field'),
  create('a design that is no object', { name: 'News', emailDesign: 7 }, 'emailDesign', 'wrong_type'),
  create('an unknown kind', { kind: 'BLOCK', name: 'News' }, 'kind', 'not_allowed'),
  ['another kind', 'PATCH', path, { kind: 'BLOCKS' }, 'kind', 'unknown_field'],
  ['a change of nothing', 'PATCH', path, {}, '', 'required'],
  ['only a version', 'PATCH', path, { ifVersion: 3 }, 'ifVersion', 'not_allowed'],
  ['a version of zero', 'PATCH', path, { name: 'News', ifVersion: 0 }, 'ifVersion', 'too_small'],
  [
    'a restored version of zero',
    'POST',
    `${path}/versions/2/restore`,
    { ifVersion: 0 },
    'ifVersion',
    'too_small',
  ],
  got('an unknown kind in a list', '/templates?kind=blocks', 'query.kind', 'not_allowed'),
  got('a blank search', '/templates?search=%20', 'query.search', 'empty'),
];
