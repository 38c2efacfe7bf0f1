import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { de } from './de';
import { en } from './en';
import { fieldName } from './fields';
import { statusReasonTexts } from './status-reasons';

/** The type of codes is derived from this list, so services return no other codes. */
const source = readFileSync(join(__dirname, '../../../../libs/contracts/src/error-codes.ts'), 'utf8');
const codes = [...source.matchAll(/^ {2}(\w+): code\(/gm)].map(([, code]) => code ?? '');
const [, list = ''] = /fieldCodes = \[([^\]]+)\]/.exec(source) ?? [];
const fieldCodes = [...list.matchAll(/'(\w+)'/g)].map(([, code]) => code ?? '');

describe('an error', () => {
  it('is found in the contracts', () => {
    expect(codes.length).toBeGreaterThan(60);
    expect(codes).toEqual(expect.arrayContaining(['rate_limited', 'internal']));
    expect(fieldCodes).toEqual(expect.arrayContaining(['required', 'conflict']));
  });

  it.each(codes)('is described in a sentence: %s', (code) => {
    for (const { errors } of [en, de]) expect(errors.codes[code]).toMatch(/^\p{Lu}.+\.$/u);
  });

  it.each(fieldCodes)('of a field is described: %s', (code) => {
    for (const { errors } of [en, de]) expect(errors.fields[code]).toMatch(/^\p{L}.+/u);
  });
});

describe('texts that the compiler does not compare', () => {
  it.each([
    ['fields', en.fields, de.fields],
    ['errors', en.errors.codes, de.errors.codes],
    ['errors of fields', en.errors.fields, de.errors.fields],
    ['reasons of a status', statusReasonTexts.en, statusReasonTexts.de],
  ])('exist in both languages: %s', (_, english, german) => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  });
});

describe('a field of the API', () => {
  it.each([
    ['name', 'Name'],
    ['groups.1', 'Groups'],
    ['translations.de.emailMjml', 'Email (de)'],
    ['query.search', 'Search'],
    ['settings.host', 'Mail server'],
    ['settings.feedbackKey', 'Webhook key'],
    ['whatsappTemplate.contentSid', 'Approved template (contentSid)'],
    ['extraData.Shoe size', 'Shoe size'],
    ['made.up', 'made.up'],
  ])('has the label that the pages use: %s', (field, name) => {
    expect(fieldName(field, en)).toBe(name);
  });
});
