import { hasLink } from './has-link';

describe('hasLink', () => {
  it.each(['https://x.example', 'see www.example.com', 'win at shop.example', 'HTTP://1.2.3.4'])(
    'finds the link in %s',
    (text) => expect(hasLink(text)).toBe(true),
  );

  it.each(['Ann', 'J. R. R. Tolkien', 'Dr. Müller', 'St. Gallen', 'Ann-Marie, 3.5', 'A.'])(
    'finds none in %s',
    (text) => expect(hasLink(text)).toBe(false),
  );
});
