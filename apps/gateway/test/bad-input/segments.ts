import { GROUP, ID } from '../examples';
import { type Case, posted } from './case';

const segment = (what: string, conditions: unknown, wrong: string, code: string): Case =>
  posted('/segments')(what, { name: 'People', conditions }, wrong, code);
const at = (path: string): string => (path === '' ? 'conditions' : `conditions.${path}`);
const nested = (levels: number): object => (levels === 0 ? { country: ['DE'] } : { not: nested(levels - 1) });
const several = (condition: object, count: number): object => ({ all: Array(count).fill(condition) });

export const wrongSegments: Case[] = [
  segment('conditions that are an array', [], at(''), 'wrong_type'),
  segment('an empty condition', {}, at(''), 'not_allowed'),
  segment('two subjects in a condition', { group: GROUP, channel: 'EMAIL' }, at(''), 'not_allowed'),
  segment('an unknown subject', { $where: 'true' }, at(''), 'not_allowed'),
  segment('an unknown field beside all', { all: [], $or: [] }, at('$or'), 'unknown_field'),
  segment('a single condition in all', { all: { group: GROUP } }, at('all'), 'wrong_type'),
  segment('too deep conditions', nested(7), at('not.not.not.not.not.not'), 'too_complex'),
  segment('too many conditions', several({ country: ['DE'] }, 101), at('all'), 'too_many'),
  segment('conditions that cost too much', several({ channel: 'SMS' }, 11), at(''), 'too_big'),
  segment('an attribute without a comparison', { attribute: 'city' }, at(''), 'not_allowed'),
  segment('two comparisons', { attribute: 'a', exists: true, is: ['x'] }, at(''), 'not_allowed'),
  segment('an attribute without a name', { attribute: '', exists: true }, at('attribute'), 'empty'),
  segment('no values', { attribute: 'city', is: [] }, at('is'), 'empty'),
  segment('a query as a value', { attribute: 'city', is: [{ $ne: '' }] }, at('is.0'), 'wrong_type'),
  segment('too many values', { attribute: 'a', is: Array(201).fill('x') }, at('is'), 'too_many'),
  segment('an empty search', { attribute: 'a', contains: '' }, at('contains'), 'empty'),
  segment('a search for NUL', { attribute: 'a', startsWith: 'a\0' }, at('startsWith'), 'invalid_text'),
  segment('a number range without ends', { attribute: 'a', number: {} }, at('number'), 'required'),
  segment('a number as text', { attribute: 'a', number: { from: '1' } }, at('number.from'), 'wrong_type'),
  segment('a day that does not exist', { joined: { from: '2026-02-30' } }, at('joined.from'), 'invalid_time'),
  segment(
    'two kinds of days',
    { joined: { inLastDays: 1, from: '2026-01-01' } },
    at('joined.from'),
    'unknown_field',
  ),
  segment('half days', { attribute: 'a', date: { inNextDays: 0.5 } }, at('date.inNextDays'), 'wrong_type'),
  segment('an attribute that must not exist', { attribute: 'a', exists: false }, at('exists'), 'not_allowed'),
  segment('a group slug', { group: 'choir' }, at('group'), 'invalid_id'),
  segment('an unknown channel', { channel: 'FAX' }, at('channel'), 'not_allowed'),
  segment('the name of a country', { country: ['Germany'] }, at('country.0'), 'not_allowed'),
  segment('the name of a language', { locale: ['German!'] }, at('locale.0'), 'not_allowed'),
  segment('an unknown behavior', { did: 'SLEPT' }, at('did'), 'not_allowed'),
  segment('a link without a campaign', { did: 'CLICKED', link: 0 }, at('link'), 'not_allowed'),
  segment('no times', { did: 'OPENED', atLeast: 0 }, at('atLeast'), 'too_small'),
  posted('/segments')('a segment without conditions', { name: 'x' }, 'conditions', 'required'),
  posted('/segments')('a segment without a name', { conditions: { all: [] } }, 'name', 'required'),
  ['a change of nothing', 'PATCH', `/segments/${ID}`, {}, '', 'required'],
  ['conditions that are null', 'PATCH', `/segments/${ID}`, { conditions: null }, 'conditions', 'wrong_type'],
  posted('/segments/preview')('a preview without conditions', {}, 'conditions', 'required'),
];
