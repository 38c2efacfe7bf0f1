import { ID } from '../examples';
import { type Case, posted } from './case';

const topic = posted('/topics');

export const wrongTopics: Case[] = [
  topic('no name', {}, 'name', 'required'),
  topic('a blank name', { name: ' ' }, 'name', 'empty'),
  topic('a long name', { name: 'x'.repeat(61) }, 'name', 'too_long'),
  topic(
    'a description with a line break',
    { name: 'x', description: 'a\nb' },
    'description',
    'control_character',
  ),
  topic('a long description', { name: 'x', description: 'x'.repeat(301) }, 'description', 'too_long'),
  topic('a description that is null', { name: 'x', description: null }, 'description', 'wrong_type'),
  topic('an unknown field', { name: 'x', slug: 'x' }, 'slug', 'unknown_field'),
  ['a change of nothing', 'PATCH', `/topics/${ID}`, {}, '', 'required'],
];
