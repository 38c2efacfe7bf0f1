import { isMatch, matchesOf } from './matching';

const named = (...titles: string[]) => titles.map((title) => ({ title }));

describe('matchesOf', () => {
  it('finds all words in any order, regardless of case and accents', () => {
    const items = named('Große Sommerfeier', 'Sommer', 'Winter');
    expect(matchesOf(items, ' SOMMER  grosse ', 5)).toEqual({ best: named('Große Sommerfeier'), total: 1 });
  });

  it('puts titles that begin with the search first, then words that begin with it', () => {
    const items = named('Midsummer', 'A new summer', 'Summer terrace', 'The-summer');
    const { best } = matchesOf(items, 'summer', 5);
    expect(best).toEqual(named('Summer terrace', 'A new summer', 'The-summer', 'Midsummer'));
  });

  it('returns no more than the limit, and counts all', () => {
    expect(matchesOf(named('a1', 'a2', 'a3'), 'a', 2)).toEqual({ best: named('a1', 'a2'), total: 3 });
  });
});

describe('isMatch', () => {
  it('also searches the detail', () => {
    expect(isMatch({ title: 'Senders', detail: 'Settings' }, 'sett')).toBe(true);
    expect(isMatch({ title: 'Senders' }, 'sett')).toBe(false);
  });
});
