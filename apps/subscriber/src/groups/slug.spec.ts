import { freeSlug, slugOf } from './slug';

describe('the slug made from a name', () => {
  it.each([
    ['Newsletter', 'newsletter'],
    ['  Spring sale: 50 % off!  ', 'spring-sale-50-off'],
    ['Café Zürich – Été', 'cafe-zurich-ete'],
    ['Straße & Ærø', 'strasse-aero'],
    ['GROẞE Łódź', 'grosse-lodz'],
    ['Þór Đorđe İstanbul ılık', 'thor-dorde-istanbul-ilik'],
    ['Œuvre ﬁnale ①', 'oeuvre-finale-1'],
    ['Việt Nam', 'viet-nam'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full-width'],
    ['a_b.c/d', 'a-b-c-d'],
    ['Новости 2026', '2026'],
    ['Новости', 'group'],
    ['Νέα', 'group'],
    ['🎉🎉', 'group'],
    ['---', 'group'],
    ['', 'group'],
  ])('for %j is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('has at most 60 characters and never ends with a hyphen', () => {
    expect(slugOf('x'.repeat(100))).toBe('x'.repeat(60));
    expect(slugOf(`${'x'.repeat(59)} yes`)).toBe('x'.repeat(59));
    expect(slugOf('ﷺ'.repeat(100))).toBe('group');
    expect(slugOf('ß'.repeat(100))).toBe('s'.repeat(60));
  });
});

describe('a free slug', () => {
  it('is the slug of the name if it is not taken', () => {
    expect(freeSlug('News', new Set(['news-2']))).toBe('news');
  });

  it('is numbered from 2, and fills gaps first', () => {
    expect(freeSlug('News', new Set(['news']))).toBe('news-2');
    expect(freeSlug('News', new Set(['news', 'news-2', 'news-4']))).toBe('news-3');
  });

  it('has at most 60 characters, including its number', () => {
    const long = 'x'.repeat(60);
    expect(freeSlug(long, new Set([long]))).toBe(`${'x'.repeat(58)}-2`);
    const taken = new Set([long, ...Array.from({ length: 8 }, (_, n) => `${'x'.repeat(58)}-${n + 2}`)]);
    expect(freeSlug(long, taken)).toBe(`${'x'.repeat(57)}-10`);
  });

  it('has no double hyphen where it is cut', () => {
    const name = `${'x'.repeat(57)}-yz`;
    expect(freeSlug(name, new Set([name]))).toBe(`${'x'.repeat(57)}-2`);
  });
});
