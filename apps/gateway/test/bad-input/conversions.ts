import { newConversion } from '../operations';
import { type Case, posted, without } from './case';

const conversion = posted('/conversions');
const wrong = (what: string, change: object, field: string, code: string): Case =>
  conversion(what, { ...newConversion, ...change }, field, code);
const forged = `${newConversion.click.slice(0, -1)}${newConversion.click.endsWith('A') ? 'B' : 'A'}`;

export const wrongConversions: Case[] = [
  conversion('a conversion without a click', without(newConversion, 'click'), 'click', 'required'),
  wrong('a conversion after a forged click', { click: forged }, 'click', 'not_found'),
  wrong('a conversion after any text', { click: 'x' }, 'click', 'not_found'),
  wrong('a conversion after a long text', { click: 'x'.repeat(101) }, 'click', 'too_long'),
  conversion(
    'a conversion without a reference',
    without(newConversion, 'reference'),
    'reference',
    'required',
  ),
  wrong('a blank reference', { reference: ' ' }, 'reference', 'empty'),
  wrong('a long reference', { reference: 'x'.repeat(101) }, 'reference', 'too_long'),
  wrong('a reference with NUL', { reference: 'a\u0000' }, 'reference', 'invalid_text'),
  wrong('a reference with a line break', { reference: 'a\nb' }, 'reference', 'control_character'),
  wrong('a value that is a number', { value: 49.9 }, 'value', 'wrong_type'),
  wrong('a negative value', { value: '-1' }, 'value', 'not_allowed'),
  wrong('a value with an exponent', { value: '1e3' }, 'value', 'not_allowed'),
  wrong('a value with a comma', { value: '49,90' }, 'value', 'not_allowed'),
  wrong('a huge value', { value: '1000000000000' }, 'value', 'not_allowed'),
  wrong('a value with five decimals', { value: '0.00001' }, 'value', 'not_allowed'),
  wrong('a value with other digits', { value: '٤٩' }, 'value', 'not_allowed'),
  wrong('a value that is not a number', { value: 'NaN' }, 'value', 'not_allowed'),
  conversion('a value without a currency', without(newConversion, 'currency'), 'currency', 'required'),
  conversion('a currency without a value', without(newConversion, 'value'), 'value', 'required'),
  wrong('an unknown currency', { currency: 'XXX' }, 'currency', 'not_allowed'),
  wrong('a currency in lowercase', { currency: 'eur' }, 'currency', 'not_allowed'),
  wrong('a time without an offset', { occurredAt: '2026-03-01T10:00:00' }, 'occurredAt', 'invalid_time'),
];
