import { useLanguage } from '../../texts';
import { countingIn } from '../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  into: (label: string, field: string) => `${label}: ${field}`,
  placeholderButton: 'Insert a placeholder',
  placeholder: 'Placeholder',
  fallback: 'Fallback',
  fallbackHint: 'For people without a value. Optional.',
  insert: 'Insert',
  emojiButton: 'Insert an emoji',
  emojis: 'Emojis',
  emojiSearch: 'Search in English or German',
  emojisFound: (count: number) => (count === 0 ? 'No emoji found.' : english.many(count, 'emoji', 'emojis')),
  emojiGroup: 'Category',
  emojiAll: 'Search results',
  emojiRecent: 'Recently used',
  emojiGroups: {
    0: 'Smileys and emotions',
    1: 'People and body',
    3: 'Animals and nature',
    4: 'Food and drink',
    5: 'Travel and places',
    6: 'Activities',
    7: 'Objects',
    8: 'Symbols',
    9: 'Flags',
  },
  skinTone: 'Skin tone',
  skinTones: {
    none: 'Default skin tone',
    light: 'Light',
    mediumLight: 'Medium-light',
    medium: 'Medium',
    mediumDark: 'Medium-dark',
    dark: 'Dark',
  },
};

const de: typeof en = {
  into: (label, field) => `${label}: ${field}`,
  placeholderButton: 'Platzhalter einfügen',
  placeholder: 'Platzhalter',
  fallback: 'Ersatztext',
  fallbackHint: 'Für Personen ohne Wert. Optional.',
  insert: 'Einfügen',
  emojiButton: 'Emoji einfügen',
  emojis: 'Emojis',
  emojiSearch: 'Auf Deutsch oder Englisch suchen',
  emojisFound: (count) => (count === 0 ? 'Kein Emoji gefunden.' : german.many(count, 'Emoji', 'Emojis')),
  emojiGroup: 'Kategorie',
  emojiAll: 'Suchergebnisse',
  emojiRecent: 'Zuletzt verwendet',
  emojiGroups: {
    0: 'Smileys und Gefühle',
    1: 'Menschen und Körper',
    3: 'Tiere und Natur',
    4: 'Essen und Trinken',
    5: 'Reisen und Orte',
    6: 'Aktivitäten',
    7: 'Gegenstände',
    8: 'Symbole',
    9: 'Flaggen',
  },
  skinTone: 'Hautton',
  skinTones: {
    none: 'Standardhautton',
    light: 'Hell',
    mediumLight: 'Mittelhell',
    medium: 'Mittel',
    mediumDark: 'Mitteldunkel',
    dark: 'Dunkel',
  },
};

/** The texts of the forms that insert placeholders and emojis. */
export function useInsertionTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
