import { parse } from 'csv-parse/sync';
import { cellFor, csvLine } from './downloads';

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

describe('a cell of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'that a spreadsheet would run is escaped: %j',
    (cell) => {
      expect(cellFor.escape(cell)).toBe(`'${cell}`);
      expect(cellFor.keep(cell)).toBe(cell);
    },
  );

  it.each(['', 'a=b', '1', "'=1", ' =1'])('is unchanged if a spreadsheet does not run it: %j', (cell) => {
    expect(cellFor.escape(cell)).toBe(cell);
  });
});
