import { dataOf, fieldsOf, repeatedKey } from './extra-data';

describe('editing the data of a person', () => {
  const stored = { name: 'Ann', age: 41, isMember: true, address: { city: 'Ulm' }, zip: '0123' };

  it('keeps what was not touched as it was, whatever its type', () => {
    expect(dataOf(fieldsOf(stored))).toEqual(stored);
  });

  it('keeps the type of a value that is edited, and takes what is not JSON as text', () => {
    const edited = fieldsOf(stored).map((field) => {
      const texts: Record<string, string> = { age: '42', zip: '0456', address: 'Bonn', name: '7' };
      return { ...field, text: texts[field.key] ?? field.text };
    });
    expect(dataOf(edited)).toEqual({ name: '7', age: 42, isMember: true, address: 'Bonn', zip: '0456' });
  });

  it('takes new values as text, and drops what has no name', () => {
    const added = [...fieldsOf({}), { key: ' city ', text: '12' }, { key: '', text: 'lost' }];
    expect(dataOf(added)).toEqual({ city: '12' });
  });

  it('finds a name that is there twice', () => {
    expect(repeatedKey(fieldsOf(stored))).toBeUndefined();
    expect(repeatedKey([...fieldsOf(stored), { key: 'age ', text: '' }])).toBe('age');
    expect(repeatedKey([...fieldsOf({}), { key: '', text: '' }, { key: '', text: '' }])).toBeUndefined();
  });
});
