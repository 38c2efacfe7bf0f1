import { ID } from '../examples';
import { type Case, got, posted, without } from './case';

const address = { channel: 'email', identifier: 'ann@example.com' };
const suppress = posted('/suppressions');
const lift = (what: string, body: unknown, field: string, code: string): Case => [
  what,
  'DELETE',
  '/suppressions',
  body,
  field,
  code,
];

export const wrongSuppressions: Case[] = [
  suppress('no channel to suppress', without(address, 'channel'), 'channel', 'required'),
  suppress('an unknown channel to suppress', { ...address, channel: 'fax' }, 'channel', 'not_allowed'),
  suppress('no address to suppress', without(address, 'identifier'), 'identifier', 'required'),
  suppress('an invalid address', { ...address, identifier: 'ann' }, 'identifier', 'invalid_email'),
  suppress('a mail for a number', { ...address, channel: 'sms' }, 'identifier', 'invalid_phone'),
  suppress('a reason of one’s own', { ...address, reason: 'BOUNCED' }, 'reason', 'unknown_field'),
  lift('nothing to lift', {}, 'suppressionIds', 'required'),
  lift('no suppression to lift', { suppressionIds: [] }, 'suppressionIds', 'empty'),
  lift('an invalid id to lift', { suppressionIds: [ID, 'x'] }, 'suppressionIds.1', 'invalid_id'),
  lift(
    '1001 suppressions to lift',
    { suppressionIds: Array.from({ length: 1001 }, () => ID) },
    'suppressionIds',
    'too_many',
  ),
  lift(
    'a string instead of true',
    { suppressionIds: [ID], confirmConsent: 'true' },
    'confirmConsent',
    'wrong_type',
  ),
  lift('null for a yes', { suppressionIds: [ID], confirmConsent: null }, 'confirmConsent', 'wrong_type'),
  got('an unknown channel of suppressions', '/suppressions?channel=fax', 'query.channel', 'not_allowed'),
  got('an unknown reason of suppressions', '/suppressions?reason=manual', 'query.reason', 'not_allowed'),
  got('an address of suppressions', '/suppressions?identifier=a@b', 'query.identifier', 'invalid_email'),
  got('a made-up cursor of suppressions', '/suppressions?cursor=abc', 'query.cursor', 'not_allowed'),
];
