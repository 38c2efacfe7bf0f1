/**
 * Invisible characters that pad preview texts so that email clients show nothing of the following text: soft hyphen,
 * combining grapheme joiner, Mongolian vowel separator, zero width space, non-joiner and joiner, direction marks, word
 * joiner, braille blank, Hangul fillers, byte order mark.
 */
const padding = '\\u00ad\\u115f\\u1160\\u180e\\u200b-\\u200f\\u2060\\u2800\\u3164\\ufeff';
const blank = ' \\t\\u00a0\\u2000-\\u200a\\u202f\\u205f';
const run = new RegExp(`(?:[${padding}]|\\u034f|[${blank}])+`, 'g');
const anyPadding = new RegExp(`[${padding}]|\\u034f`);
const anyBlank = new RegExp(`[${blank}]`);
/**
 * Between letters, these characters join or separate the letters, as in Persian and in emoji. Direction marks order
 * adjacent text.
 */
const joining = /^[\u200c-\u200f]$/;
const joined = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;

/** Text without the padding of preview texts. Characters that letters need stay. Time is linear. */
export function withoutPadding(text: string): string {
  return text.replace(run, (padded: string, at: number) => {
    if (!anyPadding.test(padded)) return padded;
    if (joining.test(padded) && isJoined(text, at, padded.length)) return padded;
    const isWithinLine = !isEnd(text[at - 1]) && !isEnd(text[at + padded.length]);
    return isWithinLine && anyBlank.test(padded) ? ' ' : '';
  });
}

function isJoined(text: string, at: number, length: number): boolean {
  // Two units always contain the previous character, and the first one after.
  return (
    joined.test(text.slice(Math.max(0, at - 2), at)) && joined.test(text.slice(at + length, at + length + 2))
  );
}

function isEnd(character: string | undefined): boolean {
  return character === undefined || character === '\n';
}
