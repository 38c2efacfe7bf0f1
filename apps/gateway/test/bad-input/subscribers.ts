import { GROUP, ID } from '../examples';
import { type Case, posted, without } from './case';

const person = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };
const subscribe = posted('/subscribers');
const withData = (extraData: unknown): object => ({ ...person, extraData });
const change = (what: string, body: object, field: string, code: string): Case => [
  `a change of a subscriber ${what}`,
  'PATCH',
  `/subscribers/${ID}`,
  body,
  field,
  code,
];
const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) });

export const wrongSubscribers: Case[] = [
  subscribe('a double opt-in without a form', { ...person, doubleOptIn: true }, 'formId', 'required'),
  subscribe('a form without a double opt-in', { ...person, formId: ID }, 'formId', 'not_allowed'),
  subscribe(
    'a double opt-in by SMS',
    { ...person, integration: 'sms', identifier: '+4915112345678', doubleOptIn: true, formId: ID },
    'integration',
    'not_allowed',
  ),
  subscribe(
    'a double opt-in that is a text',
    { ...person, doubleOptIn: 'true' },
    'doubleOptIn',
    'wrong_type',
  ),
  subscribe('no channel', without(person, 'integration'), 'integration', 'required'),
  subscribe('an unknown channel', { ...person, integration: 'fax' }, 'integration', 'not_allowed'),
  subscribe(
    'a channel in look-alike letters',
    { ...person, integration: '\u017fms' },
    'integration',
    'not_allowed',
  ),
  subscribe('a channel that is null', { ...person, integration: null }, 'integration', 'wrong_type'),
  subscribe('no identifier', without(person, 'identifier'), 'identifier', 'required'),
  subscribe('an invalid email', { ...person, identifier: 'ann' }, 'identifier', 'invalid_email'),
  subscribe(
    'a quoted local part',
    { ...person, identifier: '"ann b"@example.com' },
    'identifier',
    'invalid_email',
  ),
  subscribe(
    'a zero-width space',
    { ...person, identifier: 'ann@example.com\u200b' },
    'identifier',
    'invalid_email',
  ),
  subscribe(
    'a line break in an address',
    { ...person, identifier: 'ann@example.com\n' },
    'identifier',
    'control_character',
  ),
  subscribe('a phone for an email', { ...person, identifier: '+14155552671' }, 'identifier', 'invalid_email'),
  subscribe(
    'a national number',
    { ...person, integration: 'sms', identifier: '030 901820' },
    'identifier',
    'invalid_phone',
  ),
  subscribe(
    'a prefix of Twilio',
    { ...person, integration: 'whatsapp', identifier: 'whatsapp:+14155552671' },
    'identifier',
    'invalid_phone',
  ),
  subscribe(
    'an extension',
    { ...person, integration: 'sms', identifier: '+14155552671;ext=5' },
    'identifier',
    'invalid_phone',
  ),
  subscribe(
    'a number for an address',
    { ...person, integration: 'sms', identifier: 14155552671 },
    'identifier',
    'wrong_type',
  ),
  subscribe('no group', without(person, 'groupSlug'), 'groupSlug', 'required'),
  subscribe('a slug that can be none', { ...person, groupSlug: 'My Friends' }, 'groupSlug', 'invalid_slug'),
  subscribe('an array of data', withData([]), 'extraData', 'wrong_type'),
  subscribe('data as text', withData('{}'), 'extraData', 'wrong_type'),
  subscribe('six levels of data', withData(nested(6)), 'extraData.a.a.a.a.a', 'too_big'),
  subscribe(
    '101 keys of data',
    withData(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i]))),
    'extraData',
    'too_many',
  ),
  subscribe('a key of 65 characters', withData({ ['k'.repeat(65)]: 1 }), 'extraData', 'too_long'),
  subscribe('an empty key', withData({ '': 1 }), 'extraData', 'too_short'),
  subscribe('a control in a key', withData({ 'a\tb': 1 }), 'extraData', 'control_character'),
  subscribe('a control in a value', withData({ a: ['x', 'y\n'] }), 'extraData.a.1', 'control_character'),
  subscribe('NUL in a value', withData({ name: '\0' }), 'extraData.name', 'invalid_text'),
  subscribe('more than 16 KiB of data', withData({ a: 'ä'.repeat(8_192) }), 'extraData', 'too_big'),
  ['no group to delete from', 'DELETE', '/subscribers', { subscriberIds: [ID] }, 'groupId', 'required'],
  [
    'no one to delete',
    'DELETE',
    '/subscribers',
    { groupId: GROUP, subscriberIds: [] },
    'subscriberIds',
    'empty',
  ],

  change('of nothing', {}, '', 'required'),
  change('of the address', { identifier: 'ann@example.com' }, 'identifier', 'unknown_field'),
  change('to no slug', { groupSlug: null }, 'groupSlug', 'wrong_type'),
  change('to a list of extra data', { extraData: [] }, 'extraData', 'wrong_type'),
  change('to extra data that is too deep', { extraData: nested(6) }, 'extraData.a.a.a.a.a', 'too_big'),
];
