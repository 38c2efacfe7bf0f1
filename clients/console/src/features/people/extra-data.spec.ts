import { dataOf, fieldsOf, repeatedKey } from './extra-data';

describe('the edited data of a person', () => {
  const stored = { name: 'Ann', age: 41, isMember: true, address: { city: 'Ulm' }, zip: '0123' };

  it('keeps unchanged values of any type', () => {
    expect(dataOf(fieldsOf(stored))).toEqual(stored);
  });

  it('keeps the type of an edited value, and treats invalid JSON as text', () => {
    const edited = fieldsOf(stored).map((field) => {
      const texts: Record<string, string> = { age: '42', zip: '0456', address: 'Bonn', name: '7' };
      return { ...field, text: texts[field.key] ?? field.text };
    });
    expect(dataOf(edited)).toEqual({ name: '7', age: 42, isMember: true, address: 'Bonn', zip: '0456' });
  });

  it('treats new values as text, and drops values without a name', () => {
    const added = [...fieldsOf({}), { key: ' city ', text: '12' }, { key: '', text: 'lost' }];
    expect(dataOf(added)).toEqual({ city: '12' });
  });

  it('finds a repeated name', () => {
    expect(repeatedKey(fieldsOf(stored))).toBeUndefined();
    expect(repeatedKey([...fieldsOf(stored), { key: 'age ', text: '' }])).toBe('age');
    expect(repeatedKey([...fieldsOf({}), { key: '', text: '' }, { key: '', text: '' }])).toBeUndefined();
  });
});
