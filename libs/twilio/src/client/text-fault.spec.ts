import { textFault } from './text-fault';

describe('a text', () => {
  it.each(['a', 'a'.repeat(1_600), '😀'.repeat(1_600)])('has no fault if Twilio accepts it (%#)', (text) => {
    expect(textFault(text)).toBeNull();
  });

  it.each([
    ['', 'EMPTY_MESSAGE'],
    [' \n\u00a0', 'EMPTY_MESSAGE'],
    ['a'.repeat(1_601), 'MESSAGE_TOO_LONG'],
    ['😀'.repeat(1_601), 'MESSAGE_TOO_LONG'],
  ])('has a fault if Twilio would refuse it (%#)', (text, reason) => {
    expect(textFault(text)).toEqual({ kind: 'failed', reason, permanent: true, code: null });
  });
});
