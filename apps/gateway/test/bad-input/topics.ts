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
  ...[
    posted(`/topics/${ID}/opt-outs`)('no channel', { identifier: 'a@example.com' }, 'channel', 'required'),
    posted(`/topics/${ID}/opt-outs`)(
      'an address of another channel',
      { channel: 'sms', identifier: 'a@example.com' },
      'identifier',
      'invalid_phone',
    ),
  ],
  ['no opt-outs to lift', 'DELETE', `/topics/${ID}/opt-outs`, {}, 'optOutIds', 'required'],
  ['a change of nothing', 'PATCH', `/topics/${ID}`, {}, '', 'required'],
];
