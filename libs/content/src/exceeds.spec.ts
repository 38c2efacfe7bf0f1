import { exceeds } from './exceeds';
import { compileTemplate } from './template';

const measure = (text: string, variables: Record<string, unknown>, limit: number) =>
  exceeds(compileTemplate(text, 'html').parts, limit)(variables);

describe('the limit of a text', () => {
  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['Hello', {}],
    ['{{a}} and {{a}}, {{b|nobody}}{{b|someone}}', { a: '<&"' }],
    ['{{a}}{{ a }}{{a|x}}', { a: 'ab' }],
    ['{{a.b}}{{carillon.x|y}}', { a: { b: 'deep' } }],
  ])('measures %j with %j', (text, variables) => {
    const { length } = compileTemplate(text, 'html').render(variables);
    expect(measure(text, variables, length)).toBe(false);
    expect(measure(text, variables, length - 1)).toBe(true);
  });

  it('counts system values', () => {
    const limit = exceeds(compileTemplate('{{carillon.url}}', 'text').parts, 10);
    expect([
      limit({}, { 'carillon.url': 'x'.repeat(10) }),
      limit({}, { 'carillon.url': 'x'.repeat(11) }),
    ]).toEqual([false, true]);
  });

  it('fills in each placeholder once, and stops at the limit', () => {
    const parts = compileTemplate('{{a}}{{b}}{{a}}{{c}}{{a}}', 'text').parts;
    const read: string[] = [];
    const variables = {
      get a() {
        read.push('a');
        return '12345';
      },
      get b() {
        read.push('b');
        return '1';
      },
      get c() {
        read.push('c');
        return '';
      },
    };
    expect(exceeds(parts, 15)(variables)).toBe(true);
    expect(new Set(read)).toEqual(new Set(['a', 'b']));
  });
});
