import { columnsQuery, probableChoices, withMisfits } from './column-choices';

const values: Readonly<Record<string, string[]>> = {
  born: ['31.12.1990', '', '1.2.1991', 'soon'],
  joined: ['12/31/2024', '01/02/2025'],
  revenue: ['1.234,50', '3,5'],
  zip: ['90210', '10001'],
  city: ['Oslo'],
};
const valuesOf = (column: string): string[] => values[column] ?? [];

describe('the choices of columns', () => {
  it('begin with the declared type, or with dates and decimals in the values', () => {
    const attributes = [{ name: 'born', type: 'date' as const }];
    expect(probableChoices(Object.keys(values), valuesOf, attributes)).toEqual({
      born: { type: 'date', form: 'ymd', isDeclared: true },
      joined: { type: 'date', form: 'mdy' },
      revenue: { type: 'number', form: 'comma' },
      zip: {},
      city: {},
    });
  });

  it('count the values that do not have the type', () => {
    const choices = { born: { type: 'date', form: 'dmy' }, city: {} } as const;
    expect(withMisfits(choices, valuesOf)).toEqual({
      born: { type: 'date', form: 'dmy', misfits: 1 },
      city: { misfits: 0 },
    });
  });

  it('are sent only for columns that differ from the rule of the file', () => {
    expect(columnsQuery({ city: {}, zip: { misfits: 0 } })).toBeUndefined();
    const query = columnsQuery({
      born: { type: 'date', form: 'dmy', isDeclared: true, misfits: 1 },
      city: { rule: 'fill' },
    });
    expect(JSON.parse(query ?? '')).toEqual({
      born: { type: 'date', form: 'dmy' },
      city: { rule: 'fill' },
    });
  });
});
