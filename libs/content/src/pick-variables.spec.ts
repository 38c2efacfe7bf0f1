import { type Variables, lookUp, wholeKey } from './look-up';
import { pickVariables } from './pick-variables';
import { compileTemplate } from './template';

describe('the key of a whole value', () => {
  it('keeps a value of any type, except null, prototypes, and missing values', () => {
    const extraData = JSON.parse(
      '{"items":[{"a":1}],"o":{"p":null},"n":0,"no":null,"__proto__":{"x":1}}',
    ) as Variables;
    const keys = ['items', 'o', 'n', 'no', '__proto__', 'constructor', 'missing'].map(wholeKey);
    const picked = pickVariables(extraData, keys);
    expect(picked).toEqual({ items: [{ a: 1 }], o: { p: null }, n: 0 });
    expect(picked.items).not.toBe(extraData.items);
  });
});

describe('picking the variables that a template uses', () => {
  it.each([
    [['name'], { name: 'Ada', age: 36 }, { name: 'Ada' }],
    [['name'], {}, {}],
    [[], { name: 'Ada' }, {}],
    [['n', 't', 'f', 'e'], { n: 0, t: true, f: false, e: '' }, { n: 0, t: true, f: false, e: '' }],
    [['a', 'b', 'c'], { a: null, b: [1, 2], c: { d: 1 } }, {}],
    [['a.b'], { a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }],
    [['a.b', 'a.c'], { a: { b: 1, c: 2, d: 3 } }, { a: { b: 1, c: 2 } }],
    [['a.b.c', 'a.b.d'], { a: { b: { c: 1, d: 2, e: 3 } } }, { a: { b: { c: 1, d: 2 } } }],
    [['a.b'], { 'a.b': 1, a: { b: 2 } }, { 'a.b': 1 }],
    [['a.b', 'a.c'], { 'a.b': null, a: { b: 2, c: 3 } }, { a: { c: 3 } }],
    [['a', 'a.b'], { a: { b: 1 } }, { a: { b: 1 } }],
    [['a.b'], { a: ['x'] }, {}],
    [['a.length'], { a: 'text' }, {}],
    [['carillon.url'], { 'carillon.url': 'x', carillon: { url: 'y' } }, {}],
    [['carillon.language'], { Language: 'de-AT', name: 'Ada' }, { 'carillon.language': 'de' }],
    [['carillon.language'], { Language: 'fr', name: 'Ada' }, {}],
    [['toString', 'constructor.name', '__proto__', '__proto__.x', 'a.__proto__.x'], { a: {} }, {}],
  ])('keys %j of %j are %j', (keys, extraData, picked) => {
    expect(pickVariables(extraData, keys)).toStrictEqual(picked);
  });

  it('copies dangerous names as plain data and changes no prototype', () => {
    const extraData = JSON.parse(
      '{"__proto__":{"x":"1"},"constructor":{"prototype":{"x":"2"}},"a":{"__proto__":{"x":"3"}}}',
    ) as Record<string, unknown>;
    const picked = pickVariables(extraData, ['__proto__.x', 'constructor.prototype.x', 'a.__proto__.x']);
    expect(JSON.stringify(picked)).toBe('{"constructor":{"prototype":{"x":"2"}}}');
    expect(Object.getPrototypeOf(picked)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect((Object as unknown as Record<string, unknown>).x).toBeUndefined();
  });

  it('never changes its input', () => {
    const extraData = { a: { b: 1, c: 2 } };
    const picked = pickVariables(extraData, ['a.b']);
    picked.a = 'changed';
    expect(pickVariables(extraData, ['a.b', 'a.c'])).toEqual({ a: { b: 1, c: 2 } });
    expect(extraData).toEqual({ a: { b: 1, c: 2 } });
  });

  it('returns an object that renders identically, for any keys and data', () => {
    const names = ['a', 'b', 'a.b', 'b.a', 'toString', '__proto__', 'a.b.a'];
    const leaves = ['x', '', 0, true, null, ['y'], {}];
    let seed = 5;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const some = <T>(from: readonly T[]): T => from[next(from.length)] as T;
    const data = (depth: number): Record<string, unknown> =>
      Object.fromEntries(
        Array.from({ length: next(4) }, () => [
          some(names),
          depth && next(2) ? data(depth - 1) : some(leaves),
        ]),
      );
    for (let i = 0; i < 20_000; i++) {
      const keys = Array.from({ length: 1 + next(4) }, () =>
        Array.from({ length: 1 + next(3) }, () => some(names)).join('.'),
      );
      const extraData = data(3);
      const template = compileTemplate(keys.map((key) => `{{${key}|-}}`).join(' '), 'text');
      const picked = pickVariables(extraData, template.keys);
      expect(template.render(picked)).toBe(template.render(extraData));
    }
  });
});

describe('looking up a key', () => {
  it.each([
    [{ name: 'Ada' }, 'name', 'Ada'],
    [{ a: { b: 1 } }, 'a.b', '1'],
    [{ name: '' }, 'name', ''],
    [{ name: null }, 'name', undefined],
    [{}, 'name', undefined],
    [{ 'carillon.url': 'x' }, 'carillon.url', undefined],
  ])('in %j, %s is %j', (variables, key, text) => {
    expect(lookUp(variables, key)).toBe(text);
  });
});
