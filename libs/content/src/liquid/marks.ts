/** Noncharacters, for a program's internal use: no other text has them. U+FDD0 replaces a value. */
export const MARKS = /[\ufdd0-\ufdd3]/g;

const [LINK, WRITTEN, FOOTER] = ['\ufdd1', '\ufdd2', '\ufdd3'];

/** The position of the footer in HTML. */
export const FOOTER_MARK = FOOTER;

/** A countable link in HTML: its number, and its URL as written. */
export function linkMark(link: number, written: string): string {
  return `${LINK}${link}${WRITTEN}${written}${LINK}`;
}

/** A value, the footer, or a link with its number and its URL. */
export const mark = /\ufdd0|\ufdd3|\ufdd1([0-9]+)\ufdd2([^\ufdd0-\ufdd3]*)\ufdd1/g;
