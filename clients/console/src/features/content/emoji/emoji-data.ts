import { type Emoji, emojisOf } from './emoji';

/** All emojis, with names in this language. The data of both languages is loaded, so that words of both are found. */
export async function loadEmojis(language: 'en' | 'de'): Promise<Emoji[]> {
  const [en, de] = await Promise.all([
    import('emojibase-data/en/compact.json'),
    import('emojibase-data/de/compact.json'),
  ]);
  return language === 'de' ? emojisOf(de.default, en.default) : emojisOf(en.default, de.default);
}
