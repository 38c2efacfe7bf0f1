import stringWidth from 'string-width';

const plain = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter();

/** How many cells of a terminal a text takes: none for marks, two for wide characters. */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/** The text with spaces up to a width. */
export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + space : space + text;
}

/** As much of the text as has room, with an ellipsis where some has not. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [kept, used] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    const wide = widthOf(segment);
    if (used + wide > width - 1) break;
    kept += segment;
    used += wide;
  }
  return width > 0 ? `${kept}…` : '';
}
