import { GROUP, ID } from '../examples';
import { type Case, posted, without } from './case';

const whole = { name: 'Footer', group: GROUP, title: 'Choir news', wording: 'Send me news.' };
const field = { attribute: 'firstName', label: 'First name' };

const form = (what: string, fields: object, wrong: string, code: string): Case =>
  posted('/sign-up-forms')(what, { ...whole, ...fields }, wrong, code);

export const wrongSignUpForms: Case[] = [
  ...Object.keys(whole).map((name) =>
    posted('/sign-up-forms')(`a form without its ${name}`, without(whole, name), name, 'required'),
  ),
  form('a blank title', { title: ' ' }, 'title', 'empty'),
  form('a title with a line break', { title: 'a\nb' }, 'title', 'control_character'),
  form('a long wording', { wording: 'x'.repeat(1_001) }, 'wording', 'too_long'),
  form('a group slug', { group: 'choir' }, 'group', 'invalid_id'),
  form('an unknown language', { language: 'fr' }, 'language', 'not_allowed'),
  form('a subject with a line break', { subject: 'a\r\nBcc: b@example.com' }, 'subject', 'control_character'),
  form('an email without the link', { html: '<p>Confirm</p>' }, 'html', 'required'),
  form('a text without the link', { plainText: 'Confirm: {{confirmURL}}' }, 'plainText', 'required'),
  form('an http page', { requestedUrl: 'http://example.com/' }, 'requestedUrl', 'not_allowed'),
  form('a script as a page', { confirmedUrl: 'javascript:alert(1)' }, 'confirmedUrl', 'not_allowed'),
  form('a page with a name', { confirmedUrl: 'https://a@example.com/' }, 'confirmedUrl', 'not_allowed'),
  form('a page without a scheme', { confirmedUrl: '//example.com' }, 'confirmedUrl', 'not_allowed'),
  form('fields that are an object', { fields: {} }, 'fields', 'wrong_type'),
  form('too many fields', { fields: Array(11).fill(field) }, 'fields', 'too_many'),
  form('a repeated field', { fields: [field, field] }, 'fields.1.attribute', 'conflict'),
  form('a field without a label', { fields: [{ attribute: 'a' }] }, 'fields.0.label', 'required'),
  form('a field without an attribute', { fields: [{ label: 'A' }] }, 'fields.0.attribute', 'required'),
  form(
    'a field with braces',
    { fields: [{ ...field, attribute: 'a}' }] },
    'fields.0.attribute',
    'not_allowed',
  ),
  form('an unknown part of a field', { fields: [{ ...field, type: 'x' }] }, 'fields.0.type', 'unknown_field'),
  form('a text as required', { fields: [{ ...field, required: 'yes' }] }, 'fields.0.required', 'wrong_type'),
  ['a change of nothing', 'PATCH', `/sign-up-forms/${ID}`, {}, '', 'required'],
  ['a title that is null', 'PATCH', `/sign-up-forms/${ID}`, { title: null }, 'title', 'wrong_type'],
];
