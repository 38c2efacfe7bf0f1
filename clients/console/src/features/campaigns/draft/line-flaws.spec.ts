import { CarillonError } from '@carillon/sdk';
import { lineFlawsOf } from './line-flaws';

const refusal = new CarillonError('Some fields are invalid', {
  code: 'validation_failed',
  status: 422,
  problem: {
    ...{
      type: '',
      title: '',
      detail: '',
      status: 422,
      code: 'validation_failed',
      instance: '',
      requestId: '',
    },
    errors: [
      { field: 'emailMjml', code: 'invalid_mjml', detail: 'Line 2: a', line: 2 },
      { field: 'emailMjml', code: 'invalid_mjml', detail: 'Line 7: b', line: 7 },
      { field: 'emailMjml', code: 'too_complex', detail: 'It is too complex' },
      { field: 'emailMessage', code: 'invalid_template', detail: 'Line 3, column 1: c', line: 3, column: 1 },
      { field: 'translations.de.emailMjml', code: 'invalid_mjml', detail: 'Line 4: d', line: 4 },
    ],
  },
});

describe('the errors in lines of a text', () => {
  it('are those of its field in its language that have a line', () => {
    expect(lineFlawsOf(refusal, 'emailMjml', null)).toEqual([
      { line: 2, detail: 'Line 2: a' },
      { line: 7, detail: 'Line 7: b' },
    ]);
    expect(lineFlawsOf(refusal, 'emailMjml', 'de')).toEqual([{ line: 4, detail: 'Line 4: d' }]);
    expect(lineFlawsOf(refusal, 'emailMessage', null)).toEqual([{ line: 3, detail: 'Line 3, column 1: c' }]);
    expect(lineFlawsOf(refusal, 'emailMjml', 'fr')).toEqual([]);
  });

  it('are unknown if the save failed otherwise', () => {
    expect(lineFlawsOf(new Error('offline'), 'emailMjml', null)).toEqual([]);
    expect(lineFlawsOf(null, 'emailMjml', null)).toEqual([]);
  });
});
