import { ID } from '../examples';
import type { Case } from './case';

const path = `/media/${ID}`;

export const wrongMedia: Case[] = [
  ['an upload without a name', 'POST', '/media', undefined, 'query.name', 'required'],
  ['an upload with a blank name', 'POST', '/media?name=%20', undefined, 'query.name', 'empty'],
  ['a long name', 'PATCH', path, { name: 'x'.repeat(121) }, 'name', 'too_long'],
  ['a long alternative text', 'PATCH', path, { alt: 'x'.repeat(501) }, 'alt', 'too_long'],
  ['an alternative text with a line break', 'PATCH', path, { alt: 'a\nb' }, 'alt', 'control_character'],
  ['an alternative text that is null', 'PATCH', path, { alt: null }, 'alt', 'wrong_type'],
  ['a change of nothing', 'PATCH', path, {}, '', 'required'],
  ['an unknown field', 'PATCH', path, { type: 'image/png' }, 'type', 'unknown_field'],
  ['an unknown kind', 'GET', '/media?kind=VIDEO', undefined, 'query.kind', 'not_allowed'],
  ['a blank search', 'GET', '/media?search=%20', undefined, 'query.search', 'empty'],
  ['an unknown force', 'DELETE', `${path}?force=1`, undefined, 'query.force', 'not_allowed'],
];
