import { parse } from 'csv-parse/sync';
import { csvLine } from './downloads';

describe('a line of CSV', () => {
  it('has quotes only around what needs them', () => {
    expect(csvLine(['a', '', 'b c', '+49', 'd"e', 'f,g'])).toBe('a,,b c,+49,"d""e","f,g"\r\n');
  });

  it.each(['', '"', '""', ',', '\n', '\r\n', '\r', ' a ', 'ä🎉', '","', "'", '=1+1'])(
    'reads as what was written: %j',
    (cell) => {
      expect(parse(csvLine([cell, cell, 'x']))).toEqual([[cell, cell, 'x']]);
    },
  );
});
