import { ID } from '../examples';
import { type Case, got, posted } from './case';

const path = `/campaigns/${ID}/comments`;
const comment = posted(path);

export const wrongComments: Case[] = [
  comment('a comment without a text', {}, 'text', 'required'),
  comment('a blank comment', { text: ' \n' }, 'text', 'empty'),
  comment('a long comment', { text: 'x'.repeat(2_001) }, 'text', 'too_long'),
  comment('a comment with a control character', { text: 'a\u0007' }, 'text', 'control_character'),
  comment('a comment in HTML', { text: 'a', html: '<b>a</b>' }, 'html', 'unknown_field'),
  got('an unknown order of comments', `${path}?order=asc`, 'query.order', 'not_allowed'),
  got('entries about an object without an ID', '/account/audit?target=x', 'query.target', 'invalid_id'),
];
