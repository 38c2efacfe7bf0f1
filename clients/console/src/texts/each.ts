/** The same text for several API values. */
export const each = (text: string, ...words: string[]): Record<string, string> =>
  Object.fromEntries(words.map((word) => [word, text]));
