import { compilePhoneText } from './phone-text';

const fill = compilePhoneText('{{text|}}');

describe('a text to a phone', () => {
  it.each(['a', 'a'.repeat(1_600), '😀'.repeat(1_600)])(
    'is filled in if a provider accepts it (%#)',
    (text) => {
      expect(fill({ text })).toEqual({ text });
    },
  );

  it.each([
    ['', 'EMPTY_MESSAGE'],
    [' \n\u00a0', 'EMPTY_MESSAGE'],
    ['a'.repeat(1_601), 'MESSAGE_TOO_LONG'],
    ['😀'.repeat(1_601), 'MESSAGE_TOO_LONG'],
    ['a'.repeat(1_000_000), 'MESSAGE_TOO_LONG'],
  ])('has a fault if a provider would refuse it (%#)', (text, fault) => {
    expect(fill({ text })).toEqual({ fault });
  });
});
