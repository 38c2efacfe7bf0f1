import { folded } from '@carillon/input/fold';

/** An emoji in the data of a language. */
interface EmojiData {
  hexcode: string;
  unicode: string;
  label: string;
  group?: number;
  order?: number;
  tags?: string[];
  skins?: EmojiData[];
}

/** The groups of Unicode that people choose emojis from, in its order. The group of skin tones and hair is left out. */
export const emojiGroups = [0, 1, 3, 4, 5, 6, 7, 8, 9] as const;
export type EmojiGroup = (typeof emojiGroups)[number];

export const skinTones = ['none', 'light', 'mediumLight', 'medium', 'mediumDark', 'dark'] as const;
export type SkinTone = (typeof skinTones)[number];

export interface Emoji {
  /** The emoji with the default skin tone. */
  character: string;
  group: EmojiGroup;
  /** The name in the language of the console. */
  name: string;
  /** The folded names in all languages. */
  names: string[];
  /** The folded keywords in all languages. */
  keywords: string[];
  /** The emoji in each skin tone, from light to dark. Empty: it has none. */
  tones: string[];
}

/** Emojis with the names of `data`, which are also found with the words of `others`. */
export function emojisOf(data: readonly EmojiData[], others: readonly EmojiData[]): Emoji[] {
  const other = new Map(others.map((each) => [each.hexcode, each]));
  return data
    .filter(({ group }) => isShown(group))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map((each) => {
      const translated = other.get(each.hexcode);
      return {
        character: each.unicode,
        group: each.group as EmojiGroup,
        name: each.label,
        names: [each.label, translated?.label ?? ''].map(folded),
        keywords: [...(each.tags ?? []), ...(translated?.tags ?? [])].map(folded),
        tones: (each.skins ?? [])
          .filter(({ hexcode }) => tonesIn(hexcode) === 1)
          .map(({ unicode }) => unicode),
      };
    });
}

function isShown(group: number | undefined): boolean {
  return emojiGroups.some((shown) => shown === group);
}

/** The number of different skin tones. Emojis of two people can have two of them. */
function tonesIn(hexcode: string): number {
  return new Set(hexcode.match(/1F3F[B-F]/g)).size;
}

export function inTone({ character, tones }: Emoji, tone: SkinTone): string {
  return tones[skinTones.indexOf(tone) - 1] ?? character;
}

/** Emojis with all of the words, in any language and regardless of accents. The best matches come first. */
export function searchEmojis(emojis: readonly Emoji[], search: string, most: number): Emoji[] {
  const sought = folded(search).split(/\s+/).filter(Boolean);
  if (sought.length === 0) return [];
  const ranked = emojis.flatMap((emoji) => {
    const ranks = sought.map((word) =>
      Math.min(
        ...emoji.names.map((name) => rankOf(name, word)),
        // Of two equal matches, a name is better.
        ...emoji.keywords.map((keyword) => rankOf(keyword, word) + 0.5),
      ),
    );
    const rank = Math.max(...ranks);
    return rank < Infinity ? [{ emoji, rank }] : [];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}

/** German words are compounds, so a match inside of a word counts, too. */
function rankOf(text: string, sought: string): number {
  if (text === sought) return 0;
  if (text.split(/[^\p{L}\p{N}]+/u).includes(sought)) return 1;
  const at = text.indexOf(sought);
  if (at === -1) return Infinity;
  return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 2 : 3;
}
