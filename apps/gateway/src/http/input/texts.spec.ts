import { issuesOfProperty } from '../../../test/property';
import { IsText } from './texts';

const codeOf = (value: unknown, lines = false): string | undefined =>
  issuesOfProperty(IsText({ max: 5, lines }))(value)[0]?.code;

describe('a text', () => {
  it('counts characters, not surrogates', () => {
    expect(codeOf('👋👋👋👋👋')).toBeUndefined();
    expect(codeOf('👋👋👋👋👋👋')).toBe('too_long');
    expect(codeOf('abcdef')).toBe('too_long');
  });

  it.each(['', ' ', '\u00a0\u2003', '\t'])('must not be blank: %j', (value) => {
    expect(codeOf(value, true)).toBe('empty');
  });

  it.each(['\u0001', '\u001b', '\u007f', '\u0080', '\u009f'])('has no control characters: %j', (control) => {
    expect(codeOf(`a${control}`)).toBe('control_character');
    expect(codeOf(`a${control}`, true)).toBe('control_character');
  });

  it('can have tabs and line breaks only if it has several lines', () => {
    expect(codeOf('a\t\r\nb', true)).toBeUndefined();
    for (const control of ['\t', '\r', '\n']) expect(codeOf(`a${control}b`)).toBe('control_character');
  });

  it('has no NUL and no unpaired surrogates', () => {
    for (const broken of ['a\0', '\ud800', 'a\udc00b', '\udc00\ud800'])
      expect(codeOf(broken, true)).toBe('invalid_text');
  });

  it.each([null, 5, true, {}, ['a'], new String('a')])('is a string: not %p', (value) => {
    expect(codeOf(value)).toBe('wrong_type');
  });
});
