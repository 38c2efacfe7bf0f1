import { ID } from '../examples';
import { type Case, got, posted } from './case';

const person = posted('/people');

export const wrongPeople: Case[] = [
  person('nothing', {}, '', 'required'),
  person('an address instead of a list', { email: 'ann@example.com' }, 'email', 'wrong_type'),
  person('an invalid email', { email: ['ann@example.com', 'bob@'] }, 'email.1', 'invalid_email'),
  person(
    'a national number without a default country',
    { phone: ['0151 12345678'] },
    'phone.0',
    'invalid_phone',
  ),
  person('an email for WhatsApp', { whatsapp: ['ann@example.com'] }, 'whatsapp.0', 'invalid_phone'),
  person(
    'too many addresses',
    { email: Array.from({ length: 16 }, (_, n) => `a${n}@example.com`) },
    'email',
    'too_many',
  ),
  person('an empty external ID', { externalId: '' }, 'externalId', 'too_short'),
  person('a long external ID', { externalId: 'x'.repeat(129) }, 'externalId', 'too_long'),
  person('a control character in the external ID', { externalId: 'a\n' }, 'externalId', 'control_character'),
  person('an external ID that is a number', { externalId: 7 }, 'externalId', 'wrong_type'),
  person('an invalid locale', { locale: 'no such language' }, 'locale', 'not_allowed'),
  person('an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone', 'not_allowed'),
  person('an offset as the time zone', { timeZone: '+02:00' }, 'timeZone', 'not_allowed'),
  person('an unknown country', { country: 'XX' }, 'country', 'not_allowed'),
  person('attributes that are a list', { attributes: [] }, 'attributes', 'wrong_type'),
  person('an attribute that is an object', { attributes: { a: {} } }, 'attributes.a', 'wrong_type'),
  person('a list with a number', { attributes: { a: ['x', 1] } }, 'attributes.a.1', 'wrong_type'),
  person('a long text in a list', { attributes: { a: ['x'.repeat(129)] } }, 'attributes.a.0', 'too_long'),
  person('an attribute without a name', { attributes: { '': 'x' } }, 'attributes', 'too_short'),
  person(
    'too many attributes',
    { attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, 1])) },
    'attributes',
    'too_many',
  ),
  person('attributes that are too large', { attributes: { a: 'x'.repeat(17_000) } }, 'attributes', 'too_big'),
  person('an unknown field', { name: 'Ann' }, 'name', 'unknown_field'),
  ['a change of nothing', 'PATCH', `/people/${ID}`, {}, '', 'required'],
  ['a merge with nobody', 'POST', `/people/${ID}/merge`, {}, 'personId', 'required'],
  ['a merge with an invalid ID', 'POST', `/people/${ID}/merge`, { personId: 'x' }, 'personId', 'invalid_id'],
  got('an invalid address filter', '/people?identifier=ann', 'query.identifier', 'invalid_phone'),
  got('an empty external ID filter', '/people?externalId=', 'query.externalId', 'too_short'),
];
