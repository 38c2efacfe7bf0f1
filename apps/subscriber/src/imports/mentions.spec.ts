import { mentions } from './mentions';

describe('mentions', () => {
  it.each([
    ['email,Ann@Example.COM,x', 'ann@example.com'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['sms,+1 (415) 555-0123', '+14155550123'],
    ['sms,1.415.555.0123', '+14155550123'],
  ])('finds in %s the address %s', (text, address) => expect(mentions(text, address)).toBe(true));

  it.each([
    ['email,ben@example.com', 'ann@example.com'],
    ['sms,+1 415 555 0124', '+14155550123'],
  ])('does not find in %s the address %s', (text, address) => expect(mentions(text, address)).toBe(false));
});
