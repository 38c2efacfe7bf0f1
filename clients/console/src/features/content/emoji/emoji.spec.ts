import de from 'emojibase-data/de/compact.json';
import en from 'emojibase-data/en/compact.json';
import { emojisOf, inTone, searchEmojis } from './emoji';

const german = emojisOf(de, en);
/** Some of the emojis end with the variation selector for emojis. */
const find = (search: string, most = 6) =>
  searchEmojis(german, search, most).map(({ character }) => character.replace('\uFE0F', ''));

describe('the emojis', () => {
  it('have names in one language, and are in the order of Unicode', () => {
    expect(german[0]).toMatchObject({ character: '😀', group: 0 });
    expect(german.find(({ character }) => character === '🎉')).toMatchObject({ name: 'Konfettibombe' });
    expect(german.length).toBeGreaterThan(1_800);
    // Regional indicators, skin tones, and hair are parts of emojis.
    expect(german.map(({ character }) => character)).not.toEqual(expect.arrayContaining(['🇦']));
    expect(german.map(({ character }) => character)).not.toEqual(expect.arrayContaining(['🏻']));
  });

  it.each([
    ['tada', '🎉'],
    ['Konfetti', '🎉'],
    ['birthday cake', '🎂'],
    ['geburtstag kuchen', '🎂'],
    ['GLOCKE', '🔔'],
    ['bell', '🔔'],
    ['österreich', '🇦🇹'],
    ['austria', '🇦🇹'],
    // The end of a compound word.
    ['skuchen', '🎂'],
  ])('are found with words of both languages: %s', (search, character) => {
    expect(find(search)).toContain(character);
  });

  it('are found by whole words first', () => {
    expect(find('cat', 1)).toEqual(['🐈']);
    expect(find('katze', 1)).toEqual(['🐈']);
  });

  it('are not found without a word, or with an unknown one', () => {
    expect(find(' ')).toEqual([]);
    expect(find('bell zzz')).toEqual([]);
  });

  it('have the chosen skin tone if they have skin tones', () => {
    const wave = german.find(({ character }) => character === '👋');
    const couple = german.find(({ character }) => character === '🧑‍🤝‍🧑');
    const bell = german.find(({ character }) => character === '🔔');
    if (!wave || !couple || !bell) throw new Error('An emoji is missing');
    expect(inTone(wave, 'none')).toBe('👋');
    expect(inTone(wave, 'light')).toBe('👋🏻');
    expect(inTone(wave, 'dark')).toBe('👋🏿');
    expect(inTone(couple, 'dark')).toBe('🧑🏿‍🤝‍🧑🏿');
    expect(inTone(bell, 'dark')).toBe('🔔');
  });
});
