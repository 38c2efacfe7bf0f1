import { parse } from 'csv-parse/sync';
import { csvLine } from './downloads';

describe('a line of CSV', () => {
  it('quotes only cells that need it', () => {
    expect(csvLine(['a', '', 'b c', '+49', 'd"e', 'f,g'])).toBe('a,,b c,+49,"d""e","f,g"\r\n');
  });

  it.each(['', '"', '""', ',', '\n', '\r\n', '\r', ' a ', 'ä🎉', '","', "'", '=1+1'])(
    'can be read back: %j',
    (cell) => {
      expect(parse(csvLine([cell, cell, 'x']))).toEqual([[cell, cell, 'x']]);
    },
  );
});
