import { type SkinTone, skinTones } from './emoji';

const RECENT_ITEM = 'carillon.recent-emojis';
const TONE_ITEM = 'carillon.skin-tone';
/** Two rows of the picker. */
const MOST_RECENT = 16;

/** The emojis that were inserted last in this browser, newest first. */
export function recentEmojis(): string[] {
  return (localStorage.getItem(RECENT_ITEM) ?? '').split(' ').filter(Boolean);
}

export function rememberEmoji(character: string): void {
  const others = recentEmojis().filter((each) => each !== character);
  localStorage.setItem(RECENT_ITEM, [character, ...others].slice(0, MOST_RECENT).join(' '));
}

/** The skin tone that was chosen in this browser. */
export function chosenTone(): SkinTone {
  const stored = localStorage.getItem(TONE_ITEM);
  return skinTones.find((tone) => tone === stored) ?? 'none';
}

export function rememberTone(tone: SkinTone): void {
  localStorage.setItem(TONE_ITEM, tone);
}
